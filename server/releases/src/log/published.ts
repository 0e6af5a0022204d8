import { documentKey, type ReleaseDocument, VersionSchema } from '@portal/delivery-model/document';
import { PUBLISHED_SHELLS_READ } from '@portal/delivery-model/gate';
import { SHELL } from '@portal/delivery-model/log/operations';
import { type Store, StoreError } from '@portal/delivery-model/store/store';
import * as v from 'valibot';
import { readDocument } from './publish.ts';

const ENDING = '.json';

/** The newest versions of a part that the store has, the newest first. */
export async function publishedVersions(
  store: Pick<Store, 'stored'>,
  part: string,
  most: number,
): Promise<string[]> {
  const folder = documentKey(part, '').slice(0, -ENDING.length);
  const found: { readonly version: string; readonly at: number }[] = [];
  for await (const { key, at } of store.stored(folder)) {
    const version = key.slice(folder.length, -ENDING.length);
    if (key.endsWith(ENDING) && v.is(VersionSchema, version)) found.push({ version, at });
  }
  return found
    .sort((a, b) => b.at - a.at || (a.version < b.version ? 1 : -1))
    .slice(0, most)
    .map(({ version }) => version);
}

/** The newest published shells; undefined where the store fails, since a refusal holds without them. */
export async function newestShells(
  store: Pick<Store, 'get' | 'stored'>,
): Promise<ReleaseDocument[] | undefined> {
  try {
    const versions = await publishedVersions(store, SHELL, PUBLISHED_SHELLS_READ);
    const documents = await Promise.all(
      versions.map((version) => readDocument(store, SHELL, version)),
    );
    return documents.filter((document) => document !== undefined);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return undefined;
  }
}
