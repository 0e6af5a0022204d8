import { join } from 'node:path';
import { readBuildRecord, readDocument } from '@portal/delivery-builder/release-folder';
import { refused } from '@portal/delivery-model/client/failure';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import type { Input } from './command.ts';

/** Where a clone has what was built in it. */
export const releasesFolder = ({ cwd }: Input): string => join(cwd, '.releases');

/** The last build of a part. @throws CommandFailure where there is none */
export async function lastBuild(part: string, folder: string): Promise<ReleaseDocument> {
  const record = await readBuildRecord(part, folder);
  const document = record && (await builtDocument(part, record.version, folder));
  if (document) return document;
  throw refused(
    'not-built',
    `There is no build of ${part} in ${folder}, or it is not whole.`,
    'Build the part, and run this in the folder of the repository.',
  );
}

/** The document of a build; undefined where it is not in the folder, or was changed. */
export async function builtDocument(
  part: string,
  version: string,
  folder: string,
): Promise<ReleaseDocument | undefined> {
  const document = await readDocument(part, version, folder).catch(() => undefined);
  return document?.name === part && document.version === version ? document : undefined;
}
