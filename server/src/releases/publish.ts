import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { isDeltaName } from '@portal/shared-release/dictionary';
import {
  documentKey,
  FileNameSchema,
  fileKey,
  type ReleaseDocument,
} from '@portal/shared-release/document';
import { documentJson, parseDocument } from '@portal/shared-release/document-version';
import { fallbackManifest } from '@portal/shared-release/fallback-manifest';
import { hashList } from '@portal/shared-release/hash-list';
import { inParallel } from '@portal/shared-release/in-parallel';
import { integrityOf } from '@portal/shared-release/integrity';
import { SHELL } from '@portal/shared-release/log/operations';
import { type ReleaseRefusal, refusal } from '@portal/shared-release/log/refusal';
import {
  DOCUMENT_OPTIONS,
  IMMUTABLE,
  type PutOptions,
  type Store,
} from '@portal/shared-release/store';
import { fileType } from '@portal/shared-release/store/file-type';
import * as v from 'valibot';

/** Of one file of a release, compressed or not. */
const FILE_MAX_BYTES = 8 * 1024 * 1024;

const AT_ONCE = 8;
const NAMED_IN_A_SENTENCE = 5;

const limited = { maxOutputLength: FILE_MAX_BYTES };
/** The compressed forms of a file, stored beside it. */
const ENCODINGS = {
  br: {
    encoding: 'br',
    decode: (bytes: Uint8Array) => promisify(brotliDecompress)(bytes, limited),
  },
  gz: { encoding: 'gzip', decode: (bytes: Uint8Array) => promisify(gunzip)(bytes, limited) },
  zst: {
    encoding: 'zstd',
    decode: (bytes: Uint8Array) => promisify(zstdDecompress)(bytes, limited),
  },
} as const;
const COMPRESSED = /^(.+)\.(br|gz|zst)$/;

/**
 * Stores a file of a part, or a compressed form of one that is stored. A name carries the hash of its
 * content, so that a name never gets another content.
 * @param name `main.4f2a90c1d5.js`, or with `.br`, `.gz` or `.zst` behind it
 */
export async function storeFile(
  store: Store,
  part: string,
  name: string,
  bytes: Uint8Array,
): Promise<ReleaseRefusal | undefined> {
  const [, plainName = name, suffix] = COMPRESSED.exec(name) ?? [];
  // The portal makes the deltas itself (deltas.ts).
  if (!v.is(FileNameSchema, plainName) || isDeltaName(name)) {
    return refusal(
      'file-name',
      `${JSON.stringify(name)} is no name of a file of a release.`,
      'Name files as the build does: with ten digits of the hash of their content.',
    );
  }
  const options: PutOptions = { type: fileType(plainName), cacheControl: IMMUTABLE };
  if (suffix === undefined) return storeOnce(store, fileKey(part, name), bytes, options);
  const { encoding, decode } = ENCODINGS[suffix as keyof typeof ENCODINGS];
  const plain = await store.get(fileKey(part, plainName));
  if (!plain) {
    return refusal('file-missing', `${plainName} is not stored yet.`, `Upload it before ${name}.`);
  }
  const decoded = await decode(bytes).catch(() => undefined);
  if (!decoded || Buffer.compare(decoded, plain) !== 0) {
    return refusal(
      'file-differs',
      `${name} is not a compressed form of ${plainName}.`,
      'Compress the file again, and upload it.',
    );
  }
  return storeOnce(store, fileKey(part, name), bytes, { ...options, encoding }, 'any');
}

/** Those of the files of a part that are not stored, in the order of the question. */
export async function missingFiles(
  store: Pick<Store, 'list'>,
  part: string,
  files: readonly string[],
): Promise<string[]> {
  const missing = new Set(files);
  const folder = fileKey(part, '');
  for await (const key of store.list(folder)) missing.delete(key.slice(folder.length));
  return [...missing];
}

/** Stores the bytes under a key that has none, or has the same. */
async function storeOnce(
  store: Store,
  key: string,
  bytes: Uint8Array,
  options: PutOptions,
  among: 'same' | 'any' = 'same',
): Promise<ReleaseRefusal | undefined> {
  if (await store.putIfAbsent(key, bytes, options)) return undefined;
  // Two compressors may pack the same content differently.
  if (among === 'any') return undefined;
  const stored = await store.get(key);
  if (stored && Buffer.compare(stored, bytes) === 0) return undefined;
  return refusal(
    'file-differs',
    `${key} is stored already with another content.`,
    'Build again, so that the name carries the hash of the content.',
  );
}

/**
 * Stores the document of a release, which makes the release known. It comes last: all of its files must be
 * there, with the content that it says.
 */
export async function storeDocument(
  store: Store,
  part: string,
  version: string,
  bytes: Uint8Array,
): Promise<ReleaseRefusal | undefined> {
  const document = parsed(bytes);
  if (!document) {
    return refusal(
      'document-invalid',
      'The document of the release does not have the form that this portal knows, or its version does not fit its content.',
      'Build and publish with the tools of the same version as the portal.',
    );
  }
  if (document.name !== part || document.version !== version) {
    return refusal(
      'document-of-another',
      `The document is of ${document.name} ${document.version}, not of ${part} ${version}.`,
      'Publish it under its own name and version.',
    );
  }
  if (document.kind === 'shell' ? part !== SHELL : part === SHELL) {
    return refusal(
      'document-of-another',
      `The document is of a ${document.kind}, and ${part} is ${part === SHELL ? 'the shell' : 'a remote'}.`,
      'Publish the part under its own name.',
    );
  }
  const wrong = await wrongFiles(store, document);
  if (wrong.missing.length > 0) {
    return refusal(
      'file-missing',
      `These files are not stored: ${some(wrong.missing)}.`,
      'Upload all files, and then the document.',
    );
  }
  if (wrong.differing.length > 0) {
    return refusal(
      'file-differs',
      `The document says another hash or size than these stored files have: ${some(wrong.differing)}.`,
      'Build again, and publish what was built.',
    );
  }
  return storeReadable(store, document);
}

/**
 * Stores a document that was checked. It replaces what lies under its key only where that cannot be read,
 * as after a fault of the store: the version says what the content must be.
 */
async function storeReadable(
  store: Store,
  document: ReleaseDocument,
): Promise<ReleaseRefusal | undefined> {
  const { name, version } = document;
  const json = documentJson(document);
  const key = documentKey(name, version);
  const bytes = new TextEncoder().encode(json);
  // First, so that a document that is stored has its lists.
  const lists = [
    hashList(document),
    ...(document.kind === 'remote' ? [fallbackManifest(document)] : []),
  ];
  for (const { file, json: list } of lists) {
    await store.putIfAbsent(fileKey(name, file), new TextEncoder().encode(list), DOCUMENT_OPTIONS);
  }
  if (await store.putIfAbsent(key, bytes, DOCUMENT_OPTIONS)) return undefined;
  const stored = await readDocument(store, name, version);
  if (!stored) await store.put(key, bytes, DOCUMENT_OPTIONS);
  if (!stored || documentJson(stored) === json) return undefined;
  return refusal(
    'release-differs',
    `The release ${version} of ${name} is stored already with another content.`,
    'Build again: the version ends in a digest of the content.',
  );
}

/** The stored document of a release. */
export async function readDocument(
  store: Pick<Store, 'get'>,
  part: string,
  version: string,
): Promise<ReleaseDocument | undefined> {
  const bytes = await store.get(documentKey(part, version));
  return bytes && parsed(bytes);
}

function parsed(bytes: Uint8Array): ReleaseDocument | undefined {
  try {
    return parseDocument(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

async function wrongFiles(store: Store, { name, files }: ReleaseDocument) {
  const missing: string[] = [];
  const differing: string[] = [];
  await inParallel(Object.entries(files), AT_ONCE, async ([file, { integrity, size }]) => {
    const bytes = await store.get(fileKey(name, file));
    if (!bytes) missing.push(file);
    else if (bytes.length !== size || integrityOf(bytes) !== integrity) differing.push(file);
  });
  return { missing: missing.sort(), differing: differing.sort() };
}

function some(names: readonly string[]): string {
  const more = names.length - NAMED_IN_A_SENTENCE;
  const named = names.slice(0, NAMED_IN_A_SENTENCE).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}
