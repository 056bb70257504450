/** Puts a text of the page on the clipboard. Without script the text can still be selected. */
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    await navigator.clipboard.writeText(text);
    document.getElementById("copied").textContent = "Copied.";
  });
}
