import { resolve } from 'node:path';
import type { PortalConnection } from '@portal/delivery-model/client/connection';
import { readPublicKeys } from '@portal/delivery-model/client/key-file';
import { newestEntries, verifiedHistory } from '@portal/delivery-model/client/log-reader';
import { type Problem, versionsOf } from '@portal/delivery-model/gate';
import { reachabilityProblems } from '@portal/delivery-model/gate/reachability';
import { readEntry } from '@portal/delivery-model/log/entry';
import { type EnvironmentState, partsOf } from '@portal/delivery-model/state';
import { checkCount } from '../arguments.ts';
import type { Command } from '../command.ts';
import { entryReport } from '../reports.ts';
import { columns, listText, operationText, timeText } from '../words.ts';

const DEFAULT_LIMIT = 20;

/** The last changes, the newest first. */
export const history: Command = {
  name: 'history',
  args: [],
  summary: 'Lists the last changes, the newest first: when, who and what.',
  options: {
    limit: { type: 'string', value: '<number>', help: `how many (${DEFAULT_LIMIT})` },
  },
  async run(input) {
    const limit = checkCount(input.text('limit') ?? `${DEFAULT_LIMIT}`, '--limit');
    const { environment, entries } = await newestEntries(await input.connect(), limit);
    const read = entries.map((jws) => readEntry(jws).entry);
    return {
      json: { environment, entries: read.map(entryReport) },
      lines:
        read.length === 0
          ? [`Nothing was changed in ${environment} yet.`]
          : columns(
              read.map(({ seq, at, by, operation }) => [
                `${seq}`.padStart(5),
                timeText(at),
                by.team,
                operationText(operation),
              ]),
            ),
    };
  },
};

/** Checks the whole history. */
export const verify: Command = {
  name: 'verify',
  args: [],
  summary: 'Checks the whole history: signatures, order, and that each state follows.',
  details: [
    'With --files it also asks for every file of what is live at the address of the portal, and compares',
    'content and headers: behind a CDN, too, nothing but these bytes must come, and nothing may act.',
    'The keys are those that the portal names. Whoever does not want to believe the portal keeps a',
    'file with its public keys, and gives it with --portal-keys.',
  ],
  options: {
    files: { type: 'boolean', help: 'asks for the files of what is live, too' },
    'portal-keys': {
      type: 'string',
      value: '<file>',
      help: "the portal's public keys: a JSON Web Key, or a set of them",
    },
  },
  async run(input) {
    const file = input.text('portal-keys');
    const kept = file === undefined ? undefined : await readPublicKeys(resolve(input.cwd, file));
    const connection = await input.connect();
    const { environment, entries, last, keys } = await verifiedHistory(connection, {
      keys: kept,
      onRead: (done) => input.progress(`${done} entries read`),
    });
    const kids = keys.map(({ kid }) => kid);
    const newest = entries.at(-1);
    const served =
      input.flag('files') && newest !== undefined
        ? await liveFiles(connection, readEntry(newest).entry.state)
        : undefined;
    return {
      json: {
        environment,
        entries: entries.length,
        lastHash: last?.hash ?? null,
        keys: kids,
        ...(served && { files: served.files }),
      },
      lines: [
        `The history of ${environment} holds: ${entries.length} entries.`,
        `Last hash: ${last?.hash ?? 'none'}`,
        `Keys of the portal: ${listText(kids)}`,
        ...(served?.problems.length === 0
          ? [`Every file of what is live comes as it should: ${served.files}.`]
          : []),
      ],
      ...(served && { refusals: served.problems }),
    };
  },
};

/** Asks for the files of everything that is live, where browsers do. */
async function liveFiles(connection: PortalConnection, state: EnvironmentState) {
  const { url } = connection;
  const live = partsOf(state).flatMap(([part, itsLive]) =>
    versionsOf(itsLive).map((version) => ({ part, version })),
  );
  let files = 0;
  const problems: Problem[] = [];
  for (const { part, version } of live) {
    const document = await connection.document(part, version);
    files += Object.keys(document.files).length;
    const bases = [`${url}/remotes/${part}/`];
    problems.push(...(await reachabilityProblems(document, { fetch, bases, portalOrigin: url })));
  }
  return { files, problems };
}
