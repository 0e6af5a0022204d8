import { resolve } from 'node:path';
import { readEntry } from '@portal/shared-release/log/entry';
import { verifyHistory } from '@portal/shared-release/log/verify';
import { checkCount } from '../arguments.ts';
import type { Command } from '../command.ts';
import type { PortalConnection } from '../connection.ts';
import { refused } from '../failure.ts';
import { readPublicKeys } from '../key-file.ts';
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
    const whole = await newestEntries(await input.connect(), Number.POSITIVE_INFINITY, (done) =>
      input.progress(`${done} entries read`),
    );
    const { environment } = whole;
    const keys = kept ?? whole.keys;
    const verdict = await verifyHistory(whole.entries.toReversed(), { environment, keys });
    if (!verdict.ok) throw broken(environment, verdict.reason);
    const { entries, last } = verdict;
    const kids = keys.map(({ kid }) => kid);
    return {
      json: { environment, entries, lastHash: last?.hash ?? null, keys: kids },
      lines: [
        `The history of ${environment} holds: ${entries} entries.`,
        `Last hash: ${last?.hash ?? 'none'}`,
        `Keys of the portal: ${listText(kids)}`,
      ],
    };
  },
};

/**
 * The newest entries, and the portal's public keys.
 * @param onRead how many were read so far
 */
async function newestEntries(
  connection: PortalConnection,
  limit: number,
  onRead: (entries: number) => void = () => {},
) {
  const { environment, keys, entries } = await connection.history();
  let before = Number.POSITIVE_INFINITY;
  for (let page = entries; page.length > 0 && entries.length < limit; ) {
    onRead(entries.length);
    const seq = seqOf(page.at(-1) ?? '', environment);
    // Otherwise a portal that answers the same page again would keep this going for ever.
    if (seq >= before) throw broken(environment, 'Its entries are not in their order.');
    if (seq === 1) break;
    before = seq;
    page = (await connection.history(seq)).entries;
    entries.push(...page);
  }
  return { environment, keys, entries: entries.slice(0, limit) };
}

function seqOf(jws: string, environment: string): number {
  try {
    return readEntry(jws).entry.seq;
  } catch {
    throw broken(environment, 'It has an entry that cannot be read.');
  }
}

const broken = (environment: string, reason: string) =>
  refused(
    'history-broken',
    `The history of ${environment} does not hold. ${reason}`,
    'Tell the operator. Promote nothing before it is known who has changed the history.',
  );
