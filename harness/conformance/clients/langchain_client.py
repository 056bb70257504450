"""Lists and calls every tool with LangChain's MCP adapters.

usage: langchain_client.py URL KEY   (the calls come as JSON on stdin: [{"name", "input"}])
"""

import asyncio
import json
import sys

from langchain_mcp_adapters.client import MultiServerMCPClient


async def main(url: str, key: str) -> None:
    calls = json.load(sys.stdin)
    client = MultiServerMCPClient(
        {
            "twoflat": {
                "transport": "streamable_http",
                "url": url,
                "headers": {"Authorization": f"Bearer {key}"},
            }
        }
    )
    tools = {tool.name: tool for tool in await client.get_tools()}
    for call in calls:
        # Raises where the tool tells an error.
        answer = await tools[call["name"]].ainvoke(call["input"])
        assert "2026-" in str(answer), (call, answer)
    print(f"{len(tools)} tools listed, {len(calls)} calls")


asyncio.run(main(*sys.argv[1:3]))
