const THEMES = ['light', 'dark'] as const;

/**
 * Names what an iPhone shows while the app starts that is installed from this page: an image of exactly
 * the size of its screen, in both themes. No other device gets a byte for it. The server has an image for each iPhone
 * (shared-brand/src/app/launch-image.ts), under the hash of the manifest.
 */
export function nameLaunchImages(): void {
  const { standalone }: Navigator & { standalone?: boolean } = navigator;
  const manifest = document.querySelector<HTMLLinkElement>('[rel=manifest]')?.href ?? '';
  const [, hash] = /\.(\w+)\.webmanifest$/.exec(manifest) ?? [];
  // Only browsers of Apple's phones and tablets say whether the page is on the home screen.
  if (standalone !== false || !hash) return;
  const { width, height } = window.screen;
  const size = [width, height].map((length) => length * window.devicePixelRatio).join('x');
  const meta = document.createElement('meta');
  meta.name = 'apple-mobile-web-app-capable';
  meta.content = 'yes';
  const links = THEMES.map((theme) => {
    const link = document.createElement('link');
    link.rel = 'apple-touch-startup-image';
    link.media = `(prefers-color-scheme: ${theme})`;
    link.href = `/app/launch-${size}-${theme}.${hash}.png`;
    return link;
  });
  document.head.append(meta, ...links);
}
