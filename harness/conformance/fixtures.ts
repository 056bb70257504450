/**
 * What the official MCP suite asks a server to have, mounted on the product's own server, so that
 * the suite exercises the real engine. Names and words are the suite's.
 */
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequests,
  inputRequired,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import {
  callOf,
  callTool,
  mcpServer,
  type McpServerOptions,
} from "../../core/mcp/server.ts";

/** One red pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** An empty sound. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const states = createRequestStateCodec({
  key: "only for the conformance suite, never secret",
});

type Answer = CallToolResult | InputRequiredResult;

/** A tool that only the suite calls. */
type Fixture = (context: ServerContext) => Answer | Promise<Answer>;

const text = (words: string) => ({ type: "text" as const, text: words });
const says = (words: string): CallToolResult => ({ content: [text(words)] });
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

const ask = (message: string, field: string, type: "string" | "boolean") =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: "object",
      properties: {
        [field]: type === "string" ? { type } : { type: "boolean" },
      },
      required: [field],
    },
  });

const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: text(words) }],
    maxTokens,
  });

const NAME = ask("What is your name?", "name", "string");

/** What the client answered to the requests of the round before. */
const responses = ({ mcpReq }: ServerContext) => mcpReq.inputResponses ?? {};

/** The state of the round before; a JSON-RPC error when it was tampered with. */
async function stateOf(context: ServerContext): Promise<unknown> {
  const state = context.mcpReq.requestState();
  if (typeof state !== "string") return undefined;
  try {
    return await states.verify(state, context);
  } catch {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "the request state is not one of ours",
    );
  }
}

/** What the client of a 2026 request says it can do. */
function capabilitiesOf(
  { mcpReq }: ServerContext,
): Readonly<Record<string, unknown>> | undefined {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  return envelope[CLIENT_CAPABILITIES_META_KEY] as
    | Readonly<Record<string, unknown>>
    | undefined;
}

/** Asks once, then answers with what came back. */
function asksOnce(
  inputRequests: InputRequests,
  answer: (responses: Record<string, unknown>) => string,
): Fixture {
  return (context) => {
    const given = responses(context);
    const complete = Object.keys(inputRequests).every((key) =>
      typeof given[key] === "object" && given[key] !== null
    );
    return complete ? says(answer(given)) : inputRequired({ inputRequests });
  };
}

/** Asks once with a state, which must come back as it was. */
function asksWithState(
  inputRequests: InputRequests,
  words: string,
): Fixture {
  return async (context) => {
    const state = await stateOf(context);
    const given = responses(context);
    return state && Object.keys(inputRequests).every((key) => key in given)
      ? says(words)
      : inputRequired({
        inputRequests,
        requestState: await states.mint("asked"),
      });
  };
}

const CONFIRM = ask("Please confirm", "ok", "boolean");

const FIXTURES: Readonly<Record<string, Fixture>> = {
  test_simple_text: () => says("This is a simple text response for testing."),
  test_image_content: () => ({
    content: [{ type: "image", data: PNG, mimeType: "image/png" }],
  }),
  test_audio_content: () => ({
    content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
  }),
  test_embedded_resource: () => ({
    content: [{
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    }],
  }),
  test_multiple_content_types: () => ({
    content: [
      text("Multiple content types test:"),
      { type: "image", data: PNG, mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: JSON.stringify({ test: "data", value: 123 }),
        },
      },
    ],
  }),
  test_error_handling: () => ({
    ...says("This tool intentionally returns an error for testing"),
    isError: true,
  }),
  async test_tool_with_logging({ mcpReq }) {
    const words = ["started", "processing data", "completed"];
    for (const [n, word] of words.entries()) {
      if (n > 0) await pause();
      await mcpReq.log(
        "info",
        n === 1 ? `Tool ${word}` : `Tool execution ${word}`,
      );
    }
    return says("logged");
  },
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progress > 0) await pause();
      if (progressToken === undefined) continue;
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      });
    }
    return says("done");
  },
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log("info", "a message for who asked for messages");
    return says("done");
  },
  test_missing_capability: (context) => {
    if (capabilitiesOf(context)?.sampling !== undefined) return says("done");
    throw new MissingRequiredClientCapabilityError({
      requiredCapabilities: { sampling: {} },
    });
  },
  test_streaming_elicitation: asksOnce({ user_name: NAME }, () => "done"),
  test_input_required_result_elicitation: (context) => {
    const accepted = acceptedContent(responses(context), "user_name");
    return typeof accepted?.name === "string"
      ? says(`Hello, ${accepted.name}!`)
      : inputRequired({ inputRequests: { user_name: NAME } });
  },
  test_input_required_result_sampling: asksOnce(
    { capital_question: sample("What is the capital of France?", 100) },
    ({ capital_question }) => JSON.stringify(capital_question),
  ),
  test_input_required_result_list_roots: asksOnce(
    { client_roots: inputRequired.listRoots() },
    ({ client_roots }) => JSON.stringify(client_roots),
  ),
  test_input_required_result_request_state: asksWithState(
    { confirm: CONFIRM },
    "state-ok",
  ),
  test_input_required_result_tampered_state: asksWithState(
    { confirm: CONFIRM },
    "state-ok",
  ),
  test_input_required_result_multiple_inputs: asksWithState({
    user_name: NAME,
    greeting: sample("Generate a greeting", 50),
    client_roots: inputRequired.listRoots(),
  }, "all there"),
  async test_input_required_result_multi_round(context) {
    const state = await stateOf(context);
    const given = responses(context);
    if (state === "two" && "step2" in given) return says("finished");
    if (state === "one" && "step1" in given) {
      return inputRequired({
        inputRequests: {
          step2: ask("Step 2: What is your favorite color?", "color", "string"),
        },
        requestState: await states.mint("two"),
      });
    }
    return inputRequired({
      inputRequests: {
        step1: ask("Step 1: What is your name?", "name", "string"),
      },
      requestState: await states.mint("one"),
    });
  },
  test_input_required_result_capabilities: (context) => {
    const capabilities = capabilitiesOf(context);
    const inputRequests: InputRequests = {
      ...capabilities?.elicitation !== undefined && { user_name: NAME },
      ...capabilities?.sampling !== undefined &&
        { greeting: sample("Generate a greeting", 50) },
    };
    return Object.keys(inputRequests).length > 0
      ? inputRequired({ inputRequests })
      : says("the client takes no requests");
  },
};

const PROMPTS: readonly (Prompt & {
  get(given: Record<string, string>, context: ServerContext):
    | GetPromptResult
    | InputRequiredResult;
})[] = [
  {
    name: "test_simple_prompt",
    description: "simple",
    get: () => prompt(text("This is a simple prompt for testing.")),
  },
  {
    name: "test_prompt_with_arguments",
    description: "with arguments",
    arguments: [{ name: "arg1", required: true }, {
      name: "arg2",
      required: true,
    }],
    get: ({ arg1, arg2 }) =>
      prompt(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "with a resource",
    arguments: [{ name: "resourceUri", required: true }],
    get: ({ resourceUri }) =>
      prompt({
        type: "resource",
        resource: {
          uri: resourceUri,
          mimeType: "text/plain",
          text: "Embedded resource content for testing.",
        },
      }, text("Please process the embedded resource above.")),
  },
  {
    name: "test_prompt_with_image",
    description: "with an image",
    get: () =>
      prompt(
        { type: "image", data: PNG, mimeType: "image/png" },
        text("Please analyze the image above."),
      ),
  },
  {
    name: "test_input_required_result_prompt",
    description: "asks first",
    get: (_, context) => {
      const accepted = acceptedContent(responses(context), "user_context");
      return accepted ? prompt(text(String(accepted.context))) : inputRequired({
        inputRequests: {
          user_context: ask(
            "What context should the prompt use?",
            "context",
            "string",
          ),
        },
      });
    },
  },
];

function prompt(
  ...contents: GetPromptResult["messages"][number]["content"][]
): GetPromptResult {
  return {
    messages: contents.map((content) => ({ role: "user", content })),
  };
}

const RESOURCES = [
  {
    uri: "test://static-text",
    name: "static-text",
    description: "text",
    mimeType: "text/plain",
  },
  {
    uri: "test://static-binary",
    name: "static-binary",
    description: "an image",
    mimeType: "image/png",
  },
];

/** The product's MCP server with the suite's fixtures beside the product's tools. */
export function serverWithFixtures(options: McpServerOptions): Server {
  const mcp = mcpServer(options);
  const tools = [
    ...options.registry.tools as Tool[],
    ...Object.keys(FIXTURES).map((name): Tool => ({
      name,
      description: "for the conformance suite",
      inputSchema: { type: "object" },
    })),
  ];
  mcp.registerCapabilities({ logging: {}, resources: { subscribe: true } });
  // Nothing here ever changes, so there is nothing to keep of a subscription.
  mcp.setRequestHandler("resources/subscribe", () => ({}));
  mcp.setRequestHandler("resources/unsubscribe", () => ({}));
  mcp.setRequestHandler("tools/list", () => ({ tools }));
  mcp.setRequestHandler("tools/call", ({ params }, context) => {
    const fixture = Object.hasOwn(FIXTURES, params.name)
      ? FIXTURES[params.name]
      : undefined;
    return fixture
      ? fixture(context)
      : callTool(options, params, callOf(context));
  });
  mcp.setRequestHandler("resources/list", () => ({ resources: RESOURCES }));
  mcp.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{
      uriTemplate: "test://template/{id}/data",
      name: "template",
      description: "by id",
      mimeType: "application/json",
    }],
  }));
  mcp.setRequestHandler("resources/read", ({ params: { uri } }) => {
    if (uri === RESOURCES[0].uri) {
      const words = "This is the content of the static text resource.";
      return { contents: [{ uri, mimeType: "text/plain", text: words }] };
    }
    if (uri === RESOURCES[1].uri) {
      return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
    }
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id === undefined) throw new ResourceNotFoundError(uri);
    return {
      contents: [{
        uri,
        mimeType: "application/json",
        text: JSON.stringify({
          id,
          templateTest: true,
          data: `Data for ID: ${id}`,
        }),
      }],
    };
  });
  mcp.setRequestHandler(
    "prompts/list",
    () => ({ prompts: PROMPTS.map(({ get: _, ...listing }) => listing) }),
  );
  mcp.setRequestHandler("prompts/get", ({ params }, context) => {
    const found = PROMPTS.find(({ name }) => name === params.name);
    if (found) return found.get(params.arguments ?? {}, context);
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "there is no such prompt",
    );
  });
  mcp.setRequestHandler(
    "completion/complete",
    () => ({ completion: { values: ["paris", "park", "party"] } }),
  );
  return mcp;
}
