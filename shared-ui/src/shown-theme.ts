const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/**
 * Shows the page in the chosen theme, or in that of the device. The colors that the browser draws around the page
 * follow: the composed page has one `<meta>` for each theme, in this order (delivery/model/src/page/compose.ts).
 */
export function showTheme(chosen: Theme | undefined): void {
  const { dataset } = document.documentElement;
  if (chosen) dataset.theme = chosen;
  else delete dataset.theme;
  document.querySelectorAll<HTMLMetaElement>('[name=theme-color]').forEach((meta, index) => {
    const theme = THEMES[index];
    if (!chosen) meta.media = `(prefers-color-scheme: ${theme})`;
    else meta.media = theme === chosen ? 'all' : 'not all';
  });
}
