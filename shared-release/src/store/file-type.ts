const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
};

/** The `content-type` with which a file of a release is stored, by its ending. */
export const fileType = (name: string): string =>
  TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
