// Lists and calls every tool with the AI SDK's MCP client.
//
// usage: ai_sdk_client.mjs URL KEY CALLS   (the calls as JSON: [{name, input}])
import { createMCPClient } from "@ai-sdk/mcp";
import process from "node:process";

const [url, key, calls] = process.argv.slice(2);
const client = await createMCPClient({
  transport: {
    type: "http",
    url,
    headers: { Authorization: `Bearer ${key}` },
  },
});
const tools = await client.tools();
const wanted = JSON.parse(calls);
for (const { name, input } of wanted) {
  const answer = await tools[name].execute(input, {
    messages: [],
    toolCallId: name,
  });
  if (answer.isError || !answer.content?.length) {
    throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 500)}`);
  }
}
console.log(
  `${Object.keys(tools).length} tools listed, ${wanted.length} calls`,
);
await client.close();
