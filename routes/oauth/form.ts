import { OAuthError } from "../../contracts/oauth.ts";
import { refuseRepeated } from "../../core/access/oauth/authorization_request.ts";

const FORM = /^application\/x-www-form-urlencoded *(; *charset="?utf-8"?)?$/i;
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a form, strictly: its content type, its encoding, nothing given twice, and nothing in
 * the query, which logs and histories keep.
 *
 * @param query the URL's own, when it may have one
 * @throws {OAuthError} `invalid_request`
 */
export async function readForm(
  request: Request,
  { query = false }: { readonly query?: boolean } = {},
): Promise<URLSearchParams> {
  if (!FORM.test(request.headers.get("content-type") ?? "")) {
    throw invalid("the body must be application/x-www-form-urlencoded");
  }
  if (request.headers.has("content-encoding")) {
    throw invalid("the body must not be compressed");
  }
  if (!query && new URL(request.url).search !== "") {
    throw invalid("parameters belong in the body, not in the address");
  }
  const form = new URLSearchParams(await textOf(request));
  refuseRepeated(form);
  return form;
}

async function textOf(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer().catch(() => {
    throw invalid("the body is incomplete");
  });
  try {
    return UTF8.decode(bytes);
  } catch {
    throw invalid("the body is not valid UTF-8");
  }
}

function invalid(message: string): OAuthError {
  return new OAuthError("invalid_request", message);
}
