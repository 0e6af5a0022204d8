import { resolve } from 'node:path';
import type { ReleaseDocument } from '@portal/shared-release/document';
import { publishBuild } from '../../build/publish-build.ts';
import { readBuildRecord, readDocument } from '../../build/release-folder.ts';
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
    const { files, bytes } = await publishBuild(connection, document, {
      folder,
      onProgress: (step) =>
        input.progress(
          `Uploading ${part}: ${step.files} of ${step.ofFiles} files, ${bytesText(step.bytes)}`,
        ),
    });
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
