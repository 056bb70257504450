"""LightGBM and scikit-learn's histogram boosting on the rows that other_methods.ts left in a
directory: one training a month and seed, each sale valued by its month's.

    python bench/other_methods.py DIRECTORY large|small [seeds=5] [method]

`small` and `large` name the settings that the earlier months of southwest Cook and of King County
prefer; the defaults of both libraries run beside them.
"""
import json
import pathlib
import sys

import lightgbm
import numpy
import sklearn
from sklearn.ensemble import HistGradientBoostingRegressor

directory, size = pathlib.Path(sys.argv[1]), sys.argv[2]
seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
only = sys.argv[4] if len(sys.argv) > 4 else ""


def light(seed, x, y, categories, **settings):
    return lightgbm.LGBMRegressor(
        random_state=seed, n_jobs=1, verbose=-1, subsample_freq=1, **settings
    ).fit(x, y, categorical_feature=categories)


def scikit(seed, x, y, categories, **settings):
    few = [c for c in categories if numpy.nanmax(x[:, c]) < 255]
    return HistGradientBoostingRegressor(
        random_state=seed, categorical_features=few, **settings
    ).fit(x, y)


def light_tuned(trees, rate, leaves, share, **loss):
    return light, dict(
        loss, n_estimators=trees, learning_rate=rate, num_leaves=leaves, colsample_bytree=share,
        subsample=0.7, min_child_samples=10)


def scikit_tuned(trees, rate, leaves, share):
    return scikit, dict(
        loss="absolute_error", max_iter=trees, learning_rate=rate, max_leaf_nodes=leaves,
        max_features=share, min_samples_leaf=10, l2_regularization=1, early_stopping=False)


HUBER = dict(objective="huber", alpha=0.08)
TUNED = {
    "small": {
        "LightGBM L1": light_tuned(300, 0.05, 8, 0.3, objective="l1"),
        "LightGBM Huber": light_tuned(600, 0.05, 31, 0.3, **HUBER),
        "scikit-learn L1": scikit_tuned(600, 0.03, 15, 0.3),
    },
    "large": {
        "LightGBM L1": light_tuned(2000, 0.03, 63, 0.5, objective="l1"),
        "LightGBM Huber": light_tuned(1200, 0.05, 63, 0.3, **HUBER),
        "scikit-learn L1": scikit_tuned(2000, 0.05, 63, 0.3),
    },
}
METHODS = {
    "LightGBM default": (light, {}),
    "scikit-learn default": (scikit, {}),
    **TUNED[size],
}


def month(about):
    """Features, target, places of the categories among them, asked features, nowcast and log price
    of one month and type. Features that no row has are left out: scikit-learn cannot bin them."""
    meta = json.loads(about.read_text())
    width = len(meta["features"])
    columns = numpy.fromfile(about.with_suffix(".train.f64")).reshape(width + 1, -1)
    asked = numpy.fromfile(about.with_suffix(".asked.f64")).reshape(meta["asked"], width + 2)
    known = ~numpy.isnan(columns[:-1]).all(axis=1)
    kinds = [f["kind"] for f, kept in zip(meta["features"], known) if kept]
    return (
        columns[:-1][known].T.copy(), columns[-1],
        [at for at, kind in enumerate(kinds) if kind == "category"],
        asked[:, :-2][:, known].copy(), asked[:, -2], asked[:, -1])


months = [month(about) for about in sorted(directory.glob("*.json"))]
print(f"LightGBM {lightgbm.__version__}, scikit-learn {sklearn.__version__}, {seeds} seeds")
for name, (make, settings) in METHODS.items():
    if only not in name:
        continue
    runs = []
    for seed in range(1, seeds + 1):
        logs = numpy.concatenate([
            make(seed, x, y, categories, **settings).predict(asked) + ahead - price
            for x, y, categories, asked, ahead, price in months
        ])
        error = abs(numpy.expm1(logs))
        capped = numpy.minimum(abs(logs), 0.5)
        runs.append(100 * numpy.array([
            numpy.median(error), numpy.mean(capped), numpy.mean(error <= 0.2)]))
    median, mal, within = numpy.mean(runs, axis=0)
    least, most = numpy.min(runs, axis=0)[0], numpy.max(runs, axis=0)[0]
    print(
        f"{name}: {len(logs)} sales, median error {median:.2f}% [{least:.2f}-{most:.2f}], "
        f"MAL {mal:.2f}, within 20% {within:.1f}%", flush=True)
