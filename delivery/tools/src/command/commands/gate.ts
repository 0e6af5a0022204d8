import type { PortalConnection } from '@portal/delivery-model/client/connection';
import { CommandFailure, EXIT, wrongUsage } from '@portal/delivery-model/client/failure';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import { publishedShells } from '../../gate/published-shells.ts';
import { runGate } from '../../gate/run-gate.ts';
import { checkPart, checkVersion } from '../arguments.ts';
import { builtDocument, lastBuild, RELEASES_OPTION, releasesFolder } from '../candidate.ts';
import type { Command, Input } from '../command.ts';
import { entryReport } from '../reports.ts';
import { entryText } from '../words.ts';

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
    'PORTAL_GATE_SECONDS says how long a',
    'screen may take; without it 15 seconds, and up to four times as long on a busy machine.',
  ],
  options: {
    version: {
      type: 'string',
      value: '<version>',
      help: 'a release that was built here or published (else the last build)',
    },
    releases: RELEASES_OPTION,
  },
  async run(input) {
    checkSeconds(input.env.PORTAL_GATE_SECONDS);
    const part = checkPart(input.args[0]);
    const typed = input.text('version');
    const version = typed === undefined ? undefined : checkVersion(typed);
    const connection = input.connect();
    const passed = await passGate(input, connection, part, version);
    const entry = await connection.operate({ type: 'passGate', part, version: passed.version });
    return {
      json: { part, ...passed, entry: entryReport(entry) },
      lines: [
        `${part} ${passed.version} passes the gate; ${passed.opened} routes came up in the browser.`,
        entryText(entry),
      ],
    };
  },
};

/** @throws CommandFailure for a time that is no number of seconds */
function checkSeconds(seconds: string | undefined): void {
  if (!seconds || /^[1-9]\d{0,2}$/.test(seconds)) return;
  throw wrongUsage(
    `PORTAL_GATE_SECONDS is ${JSON.stringify(seconds)}.`,
    'Set it to whole seconds from 1 to 999, or leave it out.',
  );
}

/**
 * Runs the gate for a release, that of the last build by default.
 * @throws CommandFailure with every problem
 */
async function passGate(
  input: Input,
  connection: PortalConnection,
  part: string,
  version: string | undefined,
): Promise<{ readonly version: string; readonly opened: number }> {
  const folder = releasesFolder(input);
  const candidate =
    version === undefined
      ? await lastBuild(part, folder)
      : ((await builtDocument(part, version, folder)) ??
        (await connection.document(part, version)));
  const entry = await connection.lastEntry();
  const { checks, opened } = await runGate({
    candidate,
    state: entry?.state ?? EMPTY_STATE,
    portalUrl: connection.url,
    readDocument: connection.document,
    readShells: publishedShells(connection),
    folder,
    path: input.env.PATH,
    progress: input.progress,
  });
  const problems = checks.flatMap((check) => check.problems);
  if (problems.length > 0) throw new CommandFailure(EXIT.refused, problems);
  return { version: candidate.version, opened };
}
