import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import {
  availableDictionary,
  DELTA_HEADER_BYTES,
  deltaEnding,
  offeredDictionary,
} from '@portal/shared-release/dictionary';
import { ifThere } from '../if-there.ts';

/**
 * Opens the delta of a file to the one that the browser has, if there is one. The delta itself says which
 * dictionary it needs: a browser with another one could not read it.
 * @param path of the file, beside which its deltas lie
 */
export async function openDelta(
  path: string,
  headers: IncomingHttpHeaders,
): Promise<{ readonly opened: FileHandle; readonly hash: string } | undefined> {
  const offered = offeredDictionary(headers);
  if (!offered) return undefined;
  const opened = await ifThere(open(path + deltaEnding(offered.hash)));
  if (!opened) return undefined;
  const header = Buffer.alloc(DELTA_HEADER_BYTES);
  // From a position, so that the stream still begins at the start.
  await opened.read(header, 0, DELTA_HEADER_BYTES, 0);
  if (availableDictionary(header) === offered.available) return { opened, hash: offered.hash };
  await opened.close();
  return undefined;
}
