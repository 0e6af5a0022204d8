import type { IncomingHttpHeaders } from 'node:http';
import { accepts } from '../page/negotiation.ts';
import { fileNameParts } from './file-names.ts';

/**
 * How a browser and a server of files agree on a dictionary (RFC 9842 §2). Every file says for which later
 * ones it is a dictionary, and has the digits of its name as id. The browser sends the id back, so that
 * nginx can find the delta by name, without a hash of its own.
 */

/** The request headers that choose an answer; for `Vary`, and for proxies to pass on. */
export const DICTIONARY_REQUEST_HEADERS = ['available-dictionary', 'dictionary-id'] as const;

const ID = /^"([0-9a-f]{10})"$/;

/**
 * The value of `Use-As-Dictionary` for a file. The pattern is relative to the file's address, wherever that
 * is, and fits the files with the same role only: of several patterns that fit, a browser takes the longest.
 */
export function dictionaryHeader(file: string): string | undefined {
  const parts = fileNameParts(file);
  return parts && `match="${parts.role}.*.${parts.ending}", id="${parts.hash}"`;
}

export type OfferedDictionary = {
  /** The ten digits in the name of the file that the browser has. */
  readonly hash: string;
  /** The header's value, SHA-256 of that file. */
  readonly available: string;
};

/** The dictionary that a browser offers to use. */
export function offeredDictionary(headers: IncomingHttpHeaders): OfferedDictionary | undefined {
  const available = headers['available-dictionary'];
  const [, hash] = ID.exec(String(headers['dictionary-id'] ?? '')) ?? [];
  if (hash === undefined || typeof available !== 'string') return undefined;
  return accepts(headers['accept-encoding'], 'dcz') ? { hash, available } : undefined;
}
