import type { ReleaseDocument } from '../document.ts';
import { fallbackManifest } from './fallback-manifest.ts';
import { hashList } from './hash-list.ts';

/** The lists that follow from a document, and are stored as files of its part. */
export const listsOf = (document: ReleaseDocument) => [
  hashList(document),
  ...(document.kind === 'remote' ? [fallbackManifest(document)] : []),
];
