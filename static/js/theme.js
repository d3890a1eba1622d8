// The theme: as the system, light or dark. A classic script in the head, so that
// the page is painted in the right colours from the start.
(() => {
  const root = document.documentElement;
  const key = 'mcploupe-theme';
  const read = () => {
    try { return localStorage.getItem(key) || 'auto'; } catch { return 'auto'; }
  };
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const input of document.querySelectorAll('input[name="theme"]')) input.checked = input.value === theme;
  };

  root.classList.add('js');
  if (/Mac|iP(hone|ad)/.test(navigator.platform)) root.classList.add('mac');
  apply(read());
  document.addEventListener('DOMContentLoaded', () => apply(read()));
  document.addEventListener('change', (event) => {
    if (event.target.name !== 'theme') return;
    try { localStorage.setItem(key, event.target.value); } catch { /* no storage: for this page only */ }
    apply(event.target.value);
  });
  addEventListener('storage', (event) => { if (event.key === key) apply(read()); });
})();
