import { resolve } from 'node:path';
import { readBuildRecord, readDocument } from '@portal/delivery-builder/release-folder';
import { refused } from '@portal/delivery-model/client/failure';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import type { CommandOption, Input } from './command.ts';

/** Where a clone has what was built in it. */
const DEFAULT_FOLDER = '.releases';

/** The option that names the folder of builds. */
export const RELEASES_OPTION = {
  type: 'string',
  value: '<folder>',
  help: `what was built (PORTAL_RELEASES, else ${DEFAULT_FOLDER} in this folder)`,
} as const satisfies CommandOption;

/** The folder of builds that was named. */
export const releasesFolder = (input: Input): string =>
  resolve(input.cwd, input.text('releases') ?? (input.env.PORTAL_RELEASES || DEFAULT_FOLDER));

/** The last build of a part. @throws CommandFailure where there is none */
export async function lastBuild(part: string, folder: string): Promise<ReleaseDocument> {
  const record = await readBuildRecord(part, folder);
  if (!record) {
    throw refused(
      'not-built',
      `There is no build of ${part} in ${folder}.`,
      'Build the part first, in this clone, or name the folder with --releases.',
    );
  }
  const { version } = record;
  const document = await builtDocument(part, version, folder);
  if (document) return document;
  throw refused(
    'build-incomplete',
    `The document of ${part} ${version} is missing in ${folder}, or was changed.`,
    'Build the part again.',
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
