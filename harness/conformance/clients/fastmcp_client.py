"""Lists and calls every tool with fastmcp.

usage: fastmcp_client.py URL KEY   (the calls come as JSON on stdin: [{"name", "input"}])
"""

import asyncio
import json
import sys

from fastmcp import Client


async def main(url: str, key: str) -> None:
    calls = json.load(sys.stdin)
    async with Client(url, auth=key) as client:
        listed = {tool.name for tool in await client.list_tools()}
        for call in calls:
            assert call["name"] in listed, call
            # Raises where the tool tells an error, or the answer is not of its output schema.
            answer = await client.call_tool(call["name"], call["input"])
            assert answer.structured_content["as_of"], (call, answer)
    print(f"{len(listed)} tools listed, {len(calls)} calls")


asyncio.run(main(*sys.argv[1:3]))
