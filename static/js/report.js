// The page of a report: copies the Markdown with one press.
import { announce } from './dom.js';

export function start() {
  const button = document.getElementById('copy-markdown');
  const text = document.getElementById('markdown');
  if (!button || !text) return;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      button.textContent = 'Copied';
      announce('The Markdown was copied');
    } catch {
      text.closest('details').open = true;
      text.focus();
      text.select();
    }
  });
}
