import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { createReleaseClient } from '@portal/delivery-model/client/client';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { storedFile } from './release-folder.ts';
import { COMPRESSED } from './store-files.ts';
import { RELEASES } from './workspace/packages.ts';

type Client = Pick<ReturnType<typeof createReleaseClient>, 'publish'>;
type PublishOptions = NonNullable<Parameters<Client['publish']>[2]>;

/**
 * Publishes a release that was built on this machine, with the compressed forms that the build has
 * written.
 * @returns what was uploaded
 */
export async function publishBuild(
  client: Client,
  document: ReleaseDocument,
  {
    folder = RELEASES,
    builtAs = document.name,
    onProgress,
  }: {
    /** What was built. */
    readonly folder?: string;
    /** The name in that folder, where it is not the release's. */
    readonly builtAs?: string;
    readonly onProgress?: PublishOptions['onProgress'];
  } = {},
): ReturnType<Client['publish']> {
  const read = (file: string) => readFile(storedFile(builtAs, file, folder));
  return client.publish(document, read, {
    compressed: compressedForms(document, builtAs, folder),
    ...(onProgress && { onProgress }),
  });
}

/** Those of the compressed forms that the build has written. */
function compressedForms({ files }: ReleaseDocument, builtAs: string, folder: string) {
  const names = Object.keys(files).flatMap((file) =>
    Object.values(COMPRESSED).map((ending) => file + ending),
  );
  return names.filter((file) => existsSync(storedFile(builtAs, file, folder)));
}
