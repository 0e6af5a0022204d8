import { access, readFile } from 'node:fs/promises';
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
    compressed: await compressedForms(document, builtAs, folder),
    ...(onProgress && { onProgress }),
  });
}

/** Those of the compressed forms that the build has written. */
async function compressedForms({ files }: ReleaseDocument, builtAs: string, folder: string) {
  const names = Object.keys(files).flatMap((file) =>
    Object.values(COMPRESSED).map((ending) => file + ending),
  );
  const there = await Promise.all(
    names.map((file) =>
      access(storedFile(builtAs, file, folder)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => there[index]);
}
