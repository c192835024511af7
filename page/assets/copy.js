// copy puts a text on the clipboard, or says that it may not.
export async function copy(button, text) {
  const label = button.dataset.label ?? (button.dataset.label = button.textContent);
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}
