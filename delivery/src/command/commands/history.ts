import { resolve } from 'node:path';
import { readEntry } from '@portal/shared-release/log/entry';
import { checkCount } from '../arguments.ts';
import type { Command } from '../command.ts';
import { readPublicKeys } from '../key-file.ts';
import { newestEntries, verifiedHistory } from '../log-reader.ts';
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
    'The keys are those that the portal names. Whoever does not want to believe the portal keeps a',
    'file with its public keys, and gives it with --portal-keys.',
  ],
  options: {
    'portal-keys': {
      type: 'string',
      value: '<file>',
      help: "the portal's public keys: a JSON Web Key, or a set of them",
    },
  },
  async run(input) {
    const file = input.text('portal-keys');
    const kept = file === undefined ? undefined : await readPublicKeys(resolve(input.cwd, file));
    const { environment, entries, last, keys } = await verifiedHistory(await input.connect(), {
      keys: kept,
      onRead: (done) => input.progress(`${done} entries read`),
    });
    const kids = keys.map(({ kid }) => kid);
    return {
      json: { environment, entries: entries.length, lastHash: last?.hash ?? null, keys: kids },
      lines: [
        `The history of ${environment} holds: ${entries.length} entries.`,
        `Last hash: ${last?.hash ?? 'none'}`,
        `Keys of the portal: ${listText(kids)}`,
      ],
    };
  },
};
