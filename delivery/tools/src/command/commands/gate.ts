import { CommandFailure, EXIT } from '@portal/delivery-model/client/failure';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import { runGate } from '../../gate/run-gate.ts';
import { checkPart, checkVersion } from '../arguments.ts';
import { builtDocument, lastBuild, releasesFolder } from '../candidate.ts';
import type { Command } from '../command.ts';
import { entryReport, entryText } from '../words.ts';

/** Checks a release before it is promoted, in a browser too. */
export const gate: Command = {
  name: 'gate',
  args: ['part'],
  summary: 'Checks a release against what is live, and opens its routes in a browser.',
  details: [
    'First come the checks that the portal makes at every promotion. Then Chromium opens every route beside',
    'the stable releases of the others; of a shell, the routes of every remote too. Signed-in routes are',
    'opened by members of a portal that is started for it on this machine and thrown away.',
    'Nothing is published or promoted, and the portal notes that the release has passed, which its promotion needs.',
    'A screen may take 15 seconds, and up to four times as long on a busy machine.',
  ],
  options: {
    version: {
      type: 'string',
      value: '<version>',
      help: 'a release that was built here or published (else the last build)',
    },
  },
  async run(input) {
    const part = checkPart(input.args[0]);
    const typed = input.text('version');
    const wanted = typed === undefined ? undefined : checkVersion(typed);
    const connection = input.connect();
    const folder = releasesFolder(input);
    const candidate =
      wanted === undefined
        ? await lastBuild(part, folder)
        : ((await builtDocument(part, wanted, folder)) ??
          (await connection.document(part, wanted)));
    const last = await connection.lastEntry();
    const { problems, opened } = await runGate({
      candidate,
      state: last?.state ?? EMPTY_STATE,
      portalUrl: connection.url,
      readDocument: connection.document,
      folder,
      path: input.env.PATH,
      progress: input.progress,
    });
    if (problems.length > 0) throw new CommandFailure(EXIT.refused, problems);
    const { version } = candidate;
    const entry = await connection.operate({ type: 'passGate', part, version });
    return {
      json: { part, version, opened, entry: entryReport(entry) },
      lines: [
        `${part} ${version} passes the gate; ${opened} routes came up in the browser.`,
        entryText(entry),
      ],
    };
  },
};
