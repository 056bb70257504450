import { type Context, Hono } from "@hono/hono";
import { Fault } from "../../../contracts/errors.ts";
import { OAuthError } from "../../../contracts/oauth.ts";
import { ResolveReport } from "../../../contracts/reports.ts";
import { RunRequest } from "../../../contracts/runs.ts";
import type { OperatorConsole } from "../../../core/jobs/operator_console.ts";
import { parseInput } from "../../../core/schema/parse_input.ts";
import { countGuess, writeSecretOf } from "../../middleware/operator.ts";
import { readForm } from "../../oauth/form.ts";
import type { RouteEnv, Service } from "../../service.ts";
import { sendShell } from "../shell.ts";
import { operatorSession } from "./session.ts";
import { operatorBody, type Outcome, runText, signInBody } from "./view.ts";

/** `/operator`: the service at a glance for its operator, signed in with the write secret. */
export function operatorPage(service: Service): Hono<RouteEnv> {
  const { operatorConsole } = service;
  const session = operatorSession(service);
  const isWriteSecret = writeSecretOf(service);
  const app = new Hono<RouteEnv>();

  /** The page as things are now, with what came of the form that was sent. */
  async function show(c: Context<RouteEnv>, outcome?: Outcome) {
    const [state, letters, reports] = await Promise.all([
      operatorConsole.state(),
      operatorConsole.deadLetters(),
      operatorConsole.reports(),
    ]);
    return sendShell(c, {
      title: "Operator",
      width: "wide",
      styles: ["property.css"],
      body: operatorBody({ state, letters, reports, outcome }),
    }, { status: outcome?.problem ? 400 : 200, formTargets: ["'self'"] });
  }

  function askSecret(c: Context<RouteEnv>, problem?: string) {
    return sendShell(c, {
      title: "Operator",
      width: "narrow",
      body: signInBody(service.writeSecret !== undefined, problem),
    }, { status: problem ? 400 : 200, formTargets: ["'self'"] });
  }

  app.get(
    "/",
    (c) => session.isSignedIn(c) ? show(c) : askSecret(c),
  );
  app.post("/", async (c) => {
    try {
      if (!session.isSignedIn(c)) return askSecret(c, "You are signed out.");
      return await show(c, {
        done: await act(operatorConsole, await readForm(c.req.raw)),
      });
    } catch (error) {
      if (!(error instanceof Fault || error instanceof OAuthError)) throw error;
      return await show(c, { problem: error.message });
    }
  });
  app.post("/session", async (c) => {
    const form = await readForm(c.req.raw);
    if (form.get("action") === "sign-out") {
      session.signOut(c);
    } else if (isWriteSecret(form.get("secret") ?? "")) {
      session.signIn(c);
    } else {
      await countGuess(service, c);
      return askSecret(c, "That is not this server's write secret.");
    }
    return c.redirect("/operator", 303);
  });
  return app;
}

/** Does what a form asks. Returns what came of it, in words. */
async function act(
  operatorConsole: OperatorConsole,
  form: URLSearchParams,
): Promise<string> {
  switch (form.get("action")) {
    case "run": {
      const request = parseInput(RunRequest, {
        step: form.get("step") || undefined,
        dry_run: form.has("dry_run"),
      });
      const report = await operatorConsole.run(request);
      return report ? runText(report) : "A run is in progress already.";
    }
    case "replay":
      await operatorConsole.replay({
        delivery_id: form.get("delivery_id") ?? "",
      });
      return "The message is queued again.";
    case "replay-since": {
      const since = `${form.get("since")}Z`;
      if (Number.isNaN(Date.parse(since))) {
        throw new OAuthError("invalid_request", "The time cannot be read.");
      }
      const { replayed, left } = await operatorConsole.replay({ since });
      return `Queued again: ${replayed}. Not sent, because their channel is switched off: ${left}.`;
    }
    case "resolve": {
      const { note } = parseInput(ResolveReport, { note: form.get("note") });
      await operatorConsole.resolve(form.get("id") ?? "", note);
      return "The report is resolved.";
    }
    default:
      throw new OAuthError("invalid_request", "The form names no action.");
  }
}
