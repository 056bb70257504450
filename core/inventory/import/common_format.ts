import { Fault } from "../../../contracts/errors.ts";
import type { ResoRecord } from "../reso/record_fields.ts";

/** The context of a payload of properties, of any version of the Data Dictionary. */
const PROPERTY_CONTEXT = /^urn:reso:metadata:[\d.]+:resource:property$/i;

/**
 * Returns the records of a file in the RESO Common Format (RCP-25): one record, or several under
 * `value`, with an `@reso.context` that says that they are properties.
 *
 * @throws {Fault} `invalid_params` when the text is something else
 */
export function commonFormatRecords(
  text: string,
  file: string,
): readonly ResoRecord[] {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (cause) {
    throw notCommonFormat(file, "it is not JSON", cause);
  }
  if (!isRecord(payload)) throw notCommonFormat(file, "it is no object");
  const { "@reso.context": context, value, ...record } = payload;
  if (typeof context !== "string" || !PROPERTY_CONTEXT.test(context)) {
    throw notCommonFormat(file, "its @reso.context is not that of properties");
  }
  if (value === undefined) return [record];
  if (!Array.isArray(value)) throw notCommonFormat(file, "`value` is no list");
  return value.map((each) => isRecord(each) ? each : {});
}

function isRecord(value: unknown): value is ResoRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notCommonFormat(file: string, why: string, cause?: unknown): Fault {
  return new Fault("invalid_params", `${file}: ${why}`, {
    field: "file",
    expected:
      'RESO Common Format: {"@reso.context": "urn:reso:metadata:2.0:resource:property", "value": [...]}',
    cause,
  });
}
