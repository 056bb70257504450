"""Calls every operation with a client that openapi-python-client made.

usage: client.py URL KEY SECRET   (the calls come as JSON on stdin; the client is the package `made`)
"""

import datetime
import enum
import importlib
import inspect
import json
import pkgutil
import sys
import typing

import made.api
from made.client import AuthenticatedClient
from made.models import Problem


def functions():
    """The function of every operation, by its operationId."""
    found = {}
    for tag in pkgutil.iter_modules(made.api.__path__):
        package = importlib.import_module(f"made.api.{tag.name}")
        for operation in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{operation.name}")
            found[operation.name] = module.sync_detailed
    return found


def typed(value, hint):
    """A value of JSON as the type that the client takes; none of them is Any."""
    assert hint is not typing.Any, value
    choices = [each for each in typing.get_args(hint) or [hint]]
    if typing.get_origin(hint) is list:
        return [typed(each, choices[0]) for each in value]
    for choice in choices:
        if typing.get_origin(choice) is list and isinstance(value, list):
            return typed(value, choice)
        if not inspect.isclass(choice):
            continue
        if issubclass(choice, enum.Enum):
            return choice(value)
        if hasattr(choice, "from_dict") and isinstance(value, dict):
            made = choice.from_dict(value)
            assert made.to_dict().keys() >= value.keys(), (value, made)
            return made
        if issubclass(choice, datetime.datetime):
            return datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    return value


def main(url, key, secret):
    calls = json.load(sys.stdin)
    clients = {
        name: AuthenticatedClient(base_url=url, token=token, timeout=60)
        for name, token in (("key", key), ("operator", secret))
    }
    operations = functions()
    for call in calls:
        function = operations[call["operation"]]
        given = {**call["parameters"]["path"], **call["parameters"]["query"]}
        if "body" in call:
            given["body"] = call["body"]
        hints = typing.get_type_hints(function)
        answer = function(
            client=clients[call["caller"]],
            **{name: typed(value, hints[name]) for name, value in given.items()},
        )
        assert answer.status_code == call["status"], (call, answer)
        assert answer.parsed is not None, call
        assert isinstance(answer.parsed, Problem) == (call["status"] >= 400), call
    print(f"{len(calls)} operations called")


main(*sys.argv[1:4])
