import { access, readFile } from 'node:fs/promises';
import type { createReleaseClient } from '@portal/delivery-model/client/client';
import { refused } from '@portal/delivery-model/client/failure';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { ASSET } from '@portal/delivery-model/store/file-type';
import { storedFile } from './release-folder.ts';
import { COMPRESSED } from './store-files.ts';
import { RELEASES } from './workspace/packages.ts';

type Client = Pick<ReturnType<typeof createReleaseClient>, 'publish'>;
type PublishOptions = NonNullable<Parameters<Client['publish']>[2]>;

/**
 * Publishes a release that was built on this machine, with the compressed forms that the build has
 * written.
 * @throws CommandFailure for a picture or font that a script names and the release lacks
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
  await refuseLostAssets(document, read);
  return client.publish(document, read, {
    compressed: await compressedForms(document, builtAs, folder),
    ...(onProgress && { onProgress }),
  });
}

/** A string of a script that ends as the name of a picture or font with the hash of its content does. */
const NAMED_ASSET = new RegExp(
  `(?<=["'\`/])[\\w~.-]*\\b[0-9a-f]{10,}${ASSET.source.slice(0, -1)}(?=["'\`])`,
  'g',
);

async function refuseLostAssets(
  { files }: ReleaseDocument,
  read: (file: string) => Promise<Buffer>,
): Promise<void> {
  for (const script of Object.keys(files).filter((file) => file.endsWith('.js'))) {
    // A file that is not there is told by what reads it next.
    const code = await read(script).then(String, () => '');
    const lost = code.match(NAMED_ASSET)?.find((name) => !Object.hasOwn(files, name));
    if (!lost) continue;
    throw refused(
      'asset-missing',
      `${script} names ${lost}, which the release does not have: members would get 404.`,
      'Import the picture or font from the sources, and build again.',
    );
  }
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
