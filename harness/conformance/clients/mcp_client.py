"""Lists and calls every tool with the official Python client.

usage: mcp_client.py URL KEY   (the calls come as JSON on stdin: [{"name", "input"}])
"""

import asyncio
import json
import sys

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


async def main(url: str, key: str) -> None:
    calls = json.load(sys.stdin)
    http = httpx2.AsyncClient(headers={"authorization": f"Bearer {key}"}, timeout=30)
    async with http, streamable_http_client(url, http_client=http) as streams:
        async with ClientSession(*streams) as session:
            await session.initialize()
            listed = {tool.name for tool in (await session.list_tools()).tools}
            for call in calls:
                assert call["name"] in listed, call
                answer = (await session.call_tool(call["name"], call["input"])).model_dump()
                assert not (answer.get("is_error") or answer.get("isError")), (call, answer)
            prompts = (await session.list_prompts()).prompts
            resources = (await session.list_resources()).resources
            for resource in resources:
                assert (await session.read_resource(resource.uri)).contents
    print(
        f"{len(listed)} tools listed, {len(calls)} calls, "
        f"{len(prompts)} prompts, {len(resources)} resources"
    )


asyncio.run(main(*sys.argv[1:3]))
