/** The encodings in which a file may lie beside the plain one; the smallest first. */
const COMPRESSED = ['br', 'zstd', 'gzip'] as const;

export type Encoding = (typeof COMPRESSED)[number] | 'identity';

/** The encodings that a browser takes (RFC 9110 §12.5.3), in the order in which we prefer them. */
export function acceptedEncodings(acceptEncoding: string | string[] | undefined): Encoding[] {
  return [...COMPRESSED.filter((encoding) => accepts(acceptEncoding, encoding)), 'identity'];
}

/** Whether a browser takes a content coding that it names. */
export function accepts(acceptEncoding: string | string[] | undefined, coding: string): boolean {
  return String(acceptEncoding ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .some((part) => part.replace(/;.*$/, '').trim() === coding);
}

/** Compares If-None-Match (RFC 9110 §13.1.2): weak comparison, a list, or `*`. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((candidate) => opaque(candidate) === opaque(etag))
  );
}
