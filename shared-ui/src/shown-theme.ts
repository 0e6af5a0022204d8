const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Shows the theme. The page has one `<meta>` for each, in this order (delivery/model/src/page/compose.ts). */
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
