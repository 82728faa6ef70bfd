/* Sets the theme before the first paint. A file of its own, because the page allows no inline script. */
(() => {
  const saved = /(?:^|; )theme=(light|dark|system)/.exec(document.cookie);
  const choice = saved ? saved[1] : 'system';
  const dark =
    choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const color = document.querySelector('meta[name="theme-color"]');
  if (color) color.setAttribute('content', dark ? '#171713' : '#fbfaf6');
})();
