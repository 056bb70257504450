"""How much of PRB is the price standing on the right-hand side, as docs/accuracy.md reports it.

    python bench/vertical_equity.py SALES.csv LIVING_AREA.csv [COUNTY.csv]

SALES.csv is what `twoflat backtest --out` writes. LIVING_AREA.csv has `property_id` (or `pin`) and
`sqft` (or `building_sqft`); COUNTY.csv has `pin` and `mailed_tot`, the county's assessed values.
PRB is the slope of the relative ratio on the base-2 log of half price plus half value (IAAO,
Standard on Ratio Studies, 2013). A sale price is the market value with noise, and the noise stands
on both sides: that alone gives a negative slope. Three figures per group: PRB itself; the mean PRB
of values that are right in every price range, when prices carry the noise that was observed; and
PRB with the price range read from something that does not share the noise (two-stage least
squares). Brackets are 95% bootstrap bounds.
"""
import sys

import numpy
import pandas

random = numpy.random.default_rng(1)
REPEATS = 2000


def sides(value, price):
    ratio = value / price
    middle = numpy.median(ratio)
    size = numpy.log2(0.5 * price + 0.5 * value / middle)
    error = (ratio - middle) / middle
    return size - size.mean(), error - error.mean()


def prb(value, price):
    size, error = sides(value, price)
    return (size @ error) / (size @ size)


def instrumented(value, price, instrument):
    size, error = sides(value, price)
    by = numpy.log2(instrument)
    by -= by.mean()
    return (by @ error) / (by @ size)


def noise_alone(value, price):
    noise = numpy.log(price / value)
    noise -= numpy.median(noise)
    return numpy.mean([
        prb(value, value * numpy.exp(random.choice(noise, len(value)))) for _ in range(REPEATS)])


def bounds(statistic, *columns):
    count = len(columns[0])
    repeats = [
        statistic(*(column[rows] for column in columns))
        for rows in (random.integers(0, count, count) for _ in range(REPEATS))]
    low, high = numpy.percentile(repeats, [2.5, 97.5])
    return f"[{low:.3f}, {high:.3f}]"


def report(name, value, price, instrument):
    print(
        f"{name}: {len(value)} sales, PRB {prb(value, price):.3f} {bounds(prb, value, price)}, "
        f"noise alone {noise_alone(value, price):.3f}, instrumented "
        f"{instrumented(value, price, instrument):.3f} "
        f"{bounds(instrumented, value, price, instrument)}")


def identifier(table):
    name = "property_id" if "property_id" in table else "pin"
    return table.assign(property_id=table[name].astype(str).str.replace(r"\D", "", regex=True).str.zfill(14))


sales = identifier(pandas.read_csv(sys.argv[1], dtype={"property_id": str}))
sales = sales.rename(columns={"base": "value", "sale_price": "price"})
sales = sales[sales.value > 0]
areas = identifier(pandas.read_csv(sys.argv[2], dtype={"pin": str, "property_id": str}, low_memory=False))
areas = areas.rename(columns={"building_sqft": "sqft"})
sales = sales.merge(areas.drop_duplicates("property_id", keep="last")[["property_id", "sqft"]])
sales = sales[sales.sqft > 0]
if len(sys.argv) > 3:
    county = identifier(pandas.read_csv(sys.argv[3], dtype={"pin": str}))
    county["county"] = 10 * county.mailed_tot
    sales = sales.merge(county[county.county > 0][["property_id", "county"]])

for segment, group in [("all", sales), *sales.groupby("segment")]:
    value, price, sqft = (group[c].to_numpy(float) for c in ("value", "price", "sqft"))
    report(f"{segment}, ours, by living area", value, price, sqft)
    if "county" in group:
        county = group.county.to_numpy(float)
        report(f"{segment}, ours, by the county's value", value, price, county)
        report(f"{segment}, the county's, by ours", county, price, value)
