import { html } from "./html.js";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "./api.js";

/** Tells the operator that a value looks wrong. */
export function Report({ id, openAtOnce }) {
  const [open, setOpen] = useState(openAtOnce);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  const section = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (openAtOnce) section.current?.scrollIntoView({ block: "center" });
  }, [openAtOnce]);
  const onSubmit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const suggested = Number(form.get("value"));
    try {
      await call("/api/report-value", {
        method: "POST",
        body: {
          property_id: id,
          reason: form.get("reason"),
          ...(suggested > 0 && { suggested_value: suggested }),
        },
      });
      setSaid(
        "Thank you. The report will be reviewed; until then the value is marked as under review.",
      );
    } catch (error) {
      setProblem(error.message);
    }
  };
  return html`
    <section class="block no-print" ref=${section} aria-labelledby="report-h">
      <h3 id="report-h">Does this value look wrong?</h3>
      ${said
        ? html`<p role="status">${said}</p>`
        : !open
        ? html`<p><button type="button" onClick=${() =>
          setOpen(true)}>Report the value</button></p>`
        : html`
          <form onSubmit=${onSubmit}>
            <label class="field"><span>What is wrong, in 10 to 280 characters</span>
              <textarea name="reason" required minlength="10" maxlength="280" rows="3"></textarea></label>
            <label class="field"><span>What you think it is worth, $ (optional)</span>
              <input name="value" type="number" min="1000" step="1000" inputmode="numeric" /></label>
            <p class="field-error" role="alert">${problem}</p>
            <button class="primary" type="submit">Send the report</button>
          </form>
        `}
    </section>
  `;
}
