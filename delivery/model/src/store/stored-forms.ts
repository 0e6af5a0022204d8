import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

/** Of one file of a release, compressed or not. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

const limited = { maxOutputLength: FILE_MAX_BYTES };
/** The compressed forms of a file, stored beside it, by their endings. */
export const COMPRESSED_FORMS = {
  br: {
    encoding: 'br',
    decode: (bytes: Uint8Array) => promisify(brotliDecompress)(bytes, limited),
  },
  gz: { encoding: 'gzip', decode: (bytes: Uint8Array) => promisify(gunzip)(bytes, limited) },
} as const;
const COMPRESSED = /^(.+)\.(br|gz)$/;

/** Takes the name of a stored file apart: of `main.4f….js.br` the plain name and the compressed form. */
export function formOf(name: string) {
  const [, plain = name, ending] = COMPRESSED.exec(name) ?? [];
  const form = ending && COMPRESSED_FORMS[ending as keyof typeof COMPRESSED_FORMS];
  return { plain, ...(form && { form }) };
}
