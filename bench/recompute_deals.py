"""Recomputes every headline figure of underwritten deals from their own assumptions, without our code.

Usage: python3 bench/recompute_deals.py deals.jsonl    (twoflat underwrite --batch ... --out deals.jsonl)

Reads the answers' `assumptions`, `financing` and `property_tax` alone and computes with the textbook
formulas: NOI, DSCR, cash flow, cash-on-cash, cap rate, GRM, the largest loan at DSCR 1.2, flip profit, BRRRR cash
left. Exact answers must agree to the dollar; ranges must hold the figures at their expected inputs.
"""
import json
import math
import sys

CHICAGO = {"70", "71", "72", "73", "74", "75", "76", "77"}
PRESETS = {
    "cash": (0, 0.01, 0, 0, 0, False),
    "conventional_investor": (360, 0.02, 0, 0, 0, False),
    "dscr_loan": (360, 0.02, 0.01, 0, 0, False),
    "fha_owner_2_4": (360, 0.025, 0, 0.0175, 0.0055, False),
    "conventional_owner_2_4": (360, 0.025, 0, 0, 0.0075, False),
    "hard_money": (12, 0.015, 0.02, 0, 0, True),
}


DOLLARS = {"noi", "cash_flow", "max_loan_at_dscr_1_2", "flip_net_profit", "brrrr_cash_left"}


def pmt(loan, rate, months, interest_only=False):
    i = rate / 12
    if interest_only:
        return loan * i
    return loan / months if i == 0 else loan * i / (1 - (1 + i) ** -months)


def owed(loan, rate, months, paid, interest_only=False):
    if interest_only:
        return loan
    i = rate / 12
    if i == 0:
        return loan * (1 - paid / months)
    return loan * ((1 + i) ** months - (1 + i) ** paid) / ((1 + i) ** months - 1)


def stamps(price, chicago):
    steps = math.ceil(price / 500)
    buyer = 3.75 * steps if chicago else 0
    seller = (0.75 + (1.5 if chicago else 0)) * steps
    return buyer, seller


def figures(answer):
    a = {k: v["value"] for k, v in answer["assumptions"].items()}
    used = answer.get("arv_used")
    arv = used["value"] if used else a["arv"]
    price = a["purchase_price"]
    chicago = (answer["subject"]["township"] or "") in CHICAGO
    months, _, points, upfront, mip, io = PRESETS[answer["financing_type"]]
    base = price * (1 - a["down_pct"])
    loan = base * (1 + upfront)
    buyer, _ = stamps(price, chicago)
    to_close = price - base + points * base + a["closing_buy"] * price + buyer
    rehab = a["rehab_budget"] * 1.1
    gross = 12 * a["rent_override"]
    egi = gross * (1 - a["vacancy"]) + 12 * a["other_income"]
    shares = a["management"] + a["repairs"] + a["capex_reserve"]
    fixed = a["tax_annual"] + a["insurance_annual"] + 12 * (
        a["utilities_monthly"] + a["hoa_monthly"]
    )
    noi = egi * (1 - shares) - fixed
    payment = pmt(loan, a["rate"], months, io) if loan else 0
    # A bridge loan is replaced by a DSCR loan of the same balance, at a point and 2% of it.
    bridge = 0 < months < 60
    held_pmt = pmt(loan, a["refi_rate"], 360) if bridge else payment
    service = 12 * held_pmt + (0 if bridge else base * mip)
    cash = noi - service
    invested = to_close + rehab + (0.03 * loan if bridge else 0)
    if not loan or bridge:
        constant = 12 * pmt(1, a["refi_rate"], 360)
    else:
        constant = 12 * pmt(1, a["rate"], months, io) + mip / (1 + upfront)
    out = {
        "noi": noi,
        "cash_flow": cash,
        "dscr": noi / service if service else None,
        "cash_on_cash": cash / invested,
        "cap_rate": noi / price,
        "gross_rent_multiplier": price / gross if gross else None,
    }
    if noi > 0:
        out["max_loan_at_dscr_1_2"] = max(0, noi) / 1.2 / constant
    after = answer["property_tax"]["after_purchase"]
    now = after["before_reassessment"]
    now = after["reassessed"] if now is None else now

    def carry(held, empty):
        costs = held * (now / 12 + a["insurance_annual"] / 12 + base * mip / 12) + 250 * empty
        debt = held * payment if loan else 0
        left = owed(loan, a["rate"], months, held, io) if loan else 0
        interest = debt - (loan - left)
        net = egi * (1 - a["management"] - a["repairs"]) - 12 * (
            a["utilities_monthly"] + a["hoa_monthly"]
        )
        return costs + interest - (held - empty) * net / 12, loan - left, left

    if arv is not None:
        held = a["hold_months"]
        cost, repaid, _ = carry(held, held)
        _, seller = stamps(arv, chicago)
        profit = (arv * (1 - a["commission"] - a["closing_sell"]) - seller - price
                  - points * base - a["closing_buy"] * price - buyer - upfront * base
                  - rehab - cost)
        out["flip_net_profit"] = profit
        out["flip_roi"] = profit / (to_close + rehab + cost + repaid)
        month = a["refi_month"]
        cost, repaid, left = carry(month, min(month, a["rehab_months"]))
        k = 12 * pmt(1, a["refi_rate"], 360)
        new = min(a["refi_ltv"] * arv, max(0, noi) / 1.2 / k)
        cash_in = to_close + rehab + cost + repaid
        stay = cash_in - (new * (1 - 0.01 - 0.02) - left)
        out["brrrr_cash_left"] = stay
        out["brrrr_dscr"] = noi / (new * k) if new else None
        if stay > 0:
            out["brrrr_cash_on_cash"] = (noi - new * k) / stay
    return out


def main(path):
    wrong = compared = 0
    for line in open(path):
        answer = json.loads(line)["answer"]
        metrics, ranges = answer["metrics"], answer["ranges"]
        for name, value in figures(answer).items():
            if value is None:
                continue
            step = 1 if name in DOLLARS else 2e-4
            if metrics is not None and metrics[name] is not None:
                good = abs(metrics[name] - value) <= step
                shown = metrics[name]
            elif ranges and ranges[name]:
                low, high = ranges[name]["low"], ranges[name]["high"]
                good = (low is None or low - step <= value) and (high is None or value <= high + step)
                shown = (low, high)
            else:
                continue
            compared += 1
            if not good:
                wrong += 1
                print(answer["subject"]["property_id"], name, shown, "recomputed", round(value, 4))
    print(f"{compared} figures compared, {wrong} differ")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
