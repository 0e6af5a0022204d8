import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { createReleaseClient } from '@portal/delivery-model/client/client';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { COMPRESSED_FORMS } from '@portal/delivery-model/store/stored-forms';
import { storedFile } from './release-folder.ts';
import { RELEASES } from './workspace/packages.ts';

type Client = Pick<ReturnType<typeof createReleaseClient>, 'publish'>;

/** Publishes a release that was built on this machine, with its compressed forms. */
export async function publishBuild(
  client: Client,
  document: ReleaseDocument,
  {
    folder = RELEASES,
    builtAs = document.name,
  }: {
    readonly folder?: string;
    /** The name in that folder, where it is not the release's. */
    readonly builtAs?: string;
  } = {},
): ReturnType<Client['publish']> {
  const read = (file: string) => readFile(storedFile(builtAs, file, folder));
  return client.publish(document, read, compressedForms(document, builtAs, folder));
}

function compressedForms({ files }: ReleaseDocument, builtAs: string, folder: string) {
  const names = Object.keys(files).flatMap((file) =>
    Object.keys(COMPRESSED_FORMS).map((ending) => `${file}.${ending}`),
  );
  return names.filter((file) => existsSync(storedFile(builtAs, file, folder)));
}
