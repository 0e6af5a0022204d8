import { publishBuild } from '@portal/delivery-builder/publish-build';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { checkPart } from '../arguments.ts';
import { lastBuild, releasesFolder } from '../candidate.ts';
import type { Command, Input } from '../command.ts';
import { bytesText } from '../words.ts';

/** Uploads the last build of a part. Nothing is live by it. */
export const publish: Command = {
  name: 'publish',
  args: ['part'],
  summary: 'Uploads the last build of a part; members see nothing of it yet.',
  details: [
    'Only what the portal does not have is uploaded. After an interruption, run it again.',
    'The version that it prints is the one to promote.',
  ],
  async run(input) {
    const part = checkPart(input.args[0]);
    const folder = releasesFolder(input);
    const document = await lastBuild(part, folder);
    const { files, bytes } = await publishDocument(input, document, folder);
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

/** Uploads a build, and says on a terminal how far it is. */
async function publishDocument(input: Input, document: ReleaseDocument, folder: string) {
  const connection = input.connect();
  return publishBuild(connection, document, {
    folder,
    onProgress: ({ files, ofFiles, bytes }) =>
      input.progress(
        `Uploading ${document.name}: ${files} of ${ofFiles} files, ${bytesText(bytes)}`,
      ),
  });
}
