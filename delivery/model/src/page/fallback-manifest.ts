import { createHash } from 'node:crypto';
import type { FallbackManifest, FallbackOnPage } from '@portal/shared-contract';
import { canonicalJson } from '../canonical-json.ts';
import type { RemoteDocument } from '../document.ts';
import { integrityOf } from '../integrity.ts';

/** As many digits as the build puts into the names of files. */
const HASH_DIGITS = 10;

/**
 * The manifest of a remote's release: what a browser needs to start it in place of a newer one that does
 * not start. It follows from the document, is stored as a file of the part when the release is published,
 * and keeps the hashes of a second release out of the page.
 */
export function fallbackManifest({
  version,
  federationName: name,
  entry,
  files,
  scripts,
  styles,
  catalogs,
}: RemoteDocument): FallbackOnPage & { readonly json: string } {
  const manifest: FallbackManifest = {
    version,
    name,
    entry,
    files: Object.fromEntries(
      Object.entries(files).map(([file, { integrity }]) => [file, integrity]),
    ),
    scripts,
    styles,
    catalogs,
  };
  const json = canonicalJson(manifest);
  const sha = createHash('sha256').update(json).digest('hex').slice(0, HASH_DIGITS);
  return {
    file: `fallback.${sha}.json`,
    integrity: integrityOf(json),
    json,
  };
}
