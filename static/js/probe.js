// A probe under way: its bar moves by events, and the tab is fetched anew at the end.

import { $, announce, failed, latest, page, replace } from './dom.js';

const signal = latest();

// onProbe takes one event of a probe.
export function onProbe(data) {
  const box = $('#probe-running');
  if (box?.dataset.probe !== data.probe) return;
  if (data.ended) {
    settle().catch(failed);
    return;
  }
  const bar = $('#probe-bar');
  bar.max = Math.max(data.total, 1);
  bar.value = data.sent;
  $('#probe-count').textContent = `${data.sent} of ${data.total} calls, ${data.found} ${data.found === 1 ? 'finding' : 'findings'} so far`;
}

// settle shows what the probe found.
async function settle() {
  const content = await page(location.pathname + location.search, { signal: signal() });
  const inside = $('#probe')?.contains(document.activeElement);
  const fresh = replace(content, 'probe');
  const head = fresh && $('.probe-result h2', fresh);
  if (!head) return;
  announce(`The probe is over: ${head.textContent.trim().replace(/\s+/g, ' ')}`);
  if (!inside) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

// again looks at a probe whose end was missed while there was no connection.
export function again() {
  if ($('#probe-running')) settle().catch(failed);
}
