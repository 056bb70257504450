"""What OpenAPI cannot say of an input, for the data that Schemathesis makes.

Only data that are meant to be good are put right; data that are meant to be bad stay as they are.
"""

import os
import uuid

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

BOX = ("west", "south", "east", "north")


@schemathesis.hook
def filter_case(context, case):
    if is_good(case) and isinstance(case.body, dict):
        terms = case.body.get("custom_assumptions") or {}
        # Only for properties that the county records with two to four units.
        if terms.get("financing_type") == "fha_owner_2_4":
            return False
    # The run's own key must live until its end.
    own = (case.path_parameters or {}).get("id") == os.environ["CONFORM_KEY_ID"]
    return not (own and case.method == "POST")


@schemathesis.hook
def map_case(context, case):
    if not is_good(case):
        return case
    # Copied: what a case is made of is shared with others.
    if isinstance(case.query, dict):
        case.query = related(case.query)
        whole_box(case.query, case.path == "/api/viewport-context")
    if isinstance(case.body, dict):
        case.body = related(case.body)
    # A key stands for one input, and comes in the body or as a header.
    if isinstance(case.body, dict) and "idempotency_key" in case.body:
        case.body["idempotency_key"] = str(uuid.uuid4())
        case.headers.pop("Idempotency-Key", None)
    elif "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    return case


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """An address that fits several properties is well formed: the answer names them."""
    is_choice = response.status_code == 400 and b'"candidates":' in response.content
    return not (is_choice and isinstance(failure, RejectedPositiveData))


def is_good(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def related(fields):
    """A copy whose values hang together, and hang on no earlier answer."""
    # A cursor is signed by the service: it cannot be made up.
    fields = {name: value for name, value in fields.items() if name != "cursor"}
    for low, high in (("west", "east"), ("south", "north")):
        if low in fields and high in fields and float(fields[low]) > float(fields[high]):
            fields[low], fields[high] = fields[high], fields[low]
    return fields


def whole_box(query, needed):
    """Parameters of a query cannot be bound together: all four edges, or an area, not both."""
    if not all(edge in query for edge in BOX) or "area" in query:
        for edge in BOX:
            query.pop(edge, None)
        if needed:
            query.setdefault("area", "Bridgeport")
