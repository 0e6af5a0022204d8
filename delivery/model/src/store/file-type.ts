/** The kinds of files that a page can use. deploy/nginx/files.conf has the same. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  // Texts, and the list of parts.
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
};

export const FILE_ENDINGS: readonly string[] = Object.keys(TYPES);
/** Of a picture or a font: sources import it, and a script has its name. */
export const ASSET = new RegExp(
  `\\.(${FILE_ENDINGS.filter((ending) => !/^(js|css|json|txt)$/.test(ending)).join('|')})$`,
);
export const isAsset = (name: string): boolean => ASSET.test(name);

export const fileType = (name: string): string | undefined => TYPES[name.split('.').at(-1) ?? ''];

/**
 * A file that is opened by itself runs nothing and belongs to no origin: what a team uploads can act only where
 * a page names it. Also deploy/nginx/inert.conf and the CDN of docs/cdn.md send these.
 */
export const INERT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
