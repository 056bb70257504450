/** Puts a text of the page on the clipboard. Without script the text can still be selected. */
/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("button[data-copy]");
for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy ?? "");
    await navigator.clipboard.writeText(text?.textContent ?? "");
    const said = document.getElementById("copied");
    if (said) said.textContent = "Copied.";
  });
}
