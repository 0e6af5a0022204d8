import { createHash } from 'node:crypto';

/**
 * JSON with keys in the order of their UTF-16 units and without spaces (RFC 8785), so that equal
 * values have equal bytes. Members that are undefined are left out, as by `JSON.stringify`.
 * @param value plain data: what `JSON.parse` can give
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // Written by hand, since an object has keys such as "1" first, whatever order they were set in.
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
