import type { PortalConnection } from '@portal/delivery-model/client/connection';
import { CommandFailure, EXIT, wrongUsage } from '@portal/delivery-model/client/failure';
import { lastEntry } from '@portal/delivery-model/client/log-reader';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import { publishedShells } from '../../gate/published-shells.ts';
import { type GateResult, runGate } from '../../gate/run-gate.ts';
import { checkPart, checkVersion } from '../arguments.ts';
import { builtDocument, lastBuild, RELEASES_OPTION, releasesFolder } from '../candidate.ts';
import type { Command, Input } from '../command.ts';

/** Checks a release before it is promoted, in a browser too. */
export const gate: Command = {
  name: 'gate',
  args: ['part'],
  summary: 'Checks a release against what is live, and opens its routes in a browser.',
  details: [
    'First come the checks that the portal makes at every promotion. Then Chromium opens every route beside',
    'the stable releases of the others; of a shell, the routes of every remote too. Signed-in routes are',
    'opened by members of a portal that is started for it on this machine and thrown away.',
    'Nothing is published or promoted. It prints the digest of its report. PORTAL_GATE_SECONDS says how long a',
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
    const { report, digest, opened } = await passGate(input, await input.connect(), part, version);
    const [candidate] = report.candidates;
    return {
      json: { part, version: candidate?.version, opened, digest, report },
      lines: [gateLine(part, candidate?.version, opened), `Report: ${digest}`],
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

/** What a passed gate says. */
export const gateLine = (part: string, version: string | undefined, opened: number): string =>
  `${part} ${version} passes the gate; ${opened} routes came up in the browser.`;

/**
 * Runs the gate for a release, that of the last build by default.
 * @throws CommandFailure with every problem
 */
export async function passGate(
  input: Input,
  connection: PortalConnection,
  part: string,
  version: string | undefined,
): Promise<GateResult> {
  const folder = releasesFolder(input);
  const candidate =
    version === undefined
      ? await lastBuild(part, folder)
      : ((await builtDocument(part, version, folder)) ??
        (await connection.document(part, version)));
  const { entry } = await lastEntry(connection);
  const result = await runGate({
    candidate,
    state: entry?.state ?? EMPTY_STATE,
    portalUrl: connection.url,
    readDocument: connection.document,
    readShells: publishedShells(connection),
    folder,
    path: input.env.PATH,
    progress: input.progress,
  });
  const problems = result.report.checks.flatMap((check) => check.problems);
  if (problems.length > 0) throw new CommandFailure(EXIT.refused, problems);
  return result;
}
