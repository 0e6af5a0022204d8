import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ReleaseDocument } from '@portal/shared-release/document';
import { readBuildRecord, readDocument, storedFile } from '../../build/release-folder.ts';
import { COMPRESSED } from '../../build/store-files.ts';
import { checkPart } from '../arguments.ts';
import type { Command } from '../command.ts';
import { refused } from '../failure.ts';
import { bytesText } from '../words.ts';

const DEFAULT_FOLDER = '.releases';

/** Uploads the last build of a part. Nothing is live by it. */
export const publish: Command = {
  name: 'publish',
  args: ['part'],
  summary: 'Uploads the last build of a part; members see nothing of it yet.',
  details: [
    'Only what the portal does not have is uploaded. After an interruption, run it again.',
    'The version that it prints is the one to promote.',
  ],
  options: {
    releases: {
      type: 'string',
      value: '<folder>',
      help: `what was built (PORTAL_RELEASES, else ${DEFAULT_FOLDER} in this folder)`,
    },
  },
  async run(input) {
    const part = checkPart(input.args[0]);
    const { env, cwd } = input;
    const named = input.text('releases') ?? env.PORTAL_RELEASES;
    const folder = resolve(cwd, named || DEFAULT_FOLDER);
    const document = await lastBuild(part, folder);
    const connection = await input.connect();
    const { files, bytes } = await connection.publish(
      document,
      (file) => readFile(storedFile(part, file, folder)),
      {
        compressed: await compressedForms(document, folder),
        onProgress: (step) =>
          input.progress(
            `Uploading ${part}: ${step.files} of ${step.ofFiles} files, ${bytesText(step.bytes)}`,
          ),
      },
    );
    const { version } = document;
    const uploaded =
      files === 0 ? 'its files were there' : `${files} files uploaded, ${bytesText(bytes)}`;
    return {
      json: { part, version, uploaded: { files, bytes } },
      lines: [`Published ${part} ${version} (${uploaded}).`],
      notes: [`To make it live: portal promote ${part} ${version}`],
    };
  },
};

async function lastBuild(part: string, folder: string): Promise<ReleaseDocument> {
  const record = await readBuildRecord(part, folder);
  if (!record) {
    throw refused(
      'not-built',
      `There is no build of ${part} in ${folder}.`,
      'Build the part first, in this clone, or name the folder with --releases.',
    );
  }
  const { version } = record;
  const document = await readDocument(part, version, folder).catch(() => undefined);
  if (document?.name === part && document.version === version) return document;
  throw refused(
    'build-incomplete',
    `The document of ${part} ${version} is missing in ${folder}, or was changed.`,
    'Build the part again.',
  );
}

/** Those of the compressed forms that the build has written. */
async function compressedForms({ name, files }: ReleaseDocument, folder: string) {
  const names = Object.keys(files).flatMap((file) =>
    Object.values(COMPRESSED).map((ending) => file + ending),
  );
  const there = await Promise.all(
    names.map((file) =>
      access(storedFile(name, file, folder)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => there[index]);
}
