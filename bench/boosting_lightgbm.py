"""The same training by LightGBM, on the rows that boosting_full.ts left in a directory.

    python bench/boosting_lightgbm.py DIRECTORY [threads=1]
"""
import sys
import time

import lightgbm
import numpy

directory, threads = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1


def table(name):
    columns = numpy.fromfile(f"{directory}/{name}.f64").reshape(31, -1)
    return numpy.ascontiguousarray(columns[:-1].T), columns[-1]


(x, y), (x_test, y_test) = table("train"), table("test")
options = dict(
    objective="l2", learning_rate=0.05, num_leaves=31, min_data_in_leaf=20,
    lambda_l2=0, num_threads=threads, deterministic=True, verbose=-1,
)
started = time.time()
model = lightgbm.train(options, lightgbm.Dataset(x, y), 1000)
seconds = time.time() - started
error = model.predict(x_test) - y_test
print(
    f"LightGBM {lightgbm.__version__}, {threads} threads, {len(y)} rows: {seconds:.1f} s; "
    f"rmse {numpy.sqrt((error ** 2).mean()):.5f}, "
    f"median error {100 * numpy.median(abs(numpy.exp(error) - 1)):.3f}%"
)
