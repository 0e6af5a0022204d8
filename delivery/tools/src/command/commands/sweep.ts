import type { PortalConnection } from '@portal/delivery-model/client/connection';
import { CommandFailure, EXIT, refused } from '@portal/delivery-model/client/failure';
import { refusal } from '@portal/delivery-model/log/refusal';
import type { SweptEntry } from '@portal/delivery-model/sweep';
import { sweepStore } from '@portal/delivery-model/sweep-store';
import type { Command } from '../command.ts';
import { storeFailure, storeOf } from '../release-store.ts';
import { bytesText, columns } from '../words.ts';

/** Removes from the store what is not in use any more. */
export const sweep: Command = {
  name: 'sweep',
  args: [],
  summary:
    'Says which releases and files of the store are in use no more; removes them with --remove.',
  details: [
    'What was live in the last 30 days stays, and what was stored in the last day. Of a release that goes the',
    'files stay for a day more, and go with the next sweep after that. The store is RELEASE_STORE,',
    'with the variables that the server has for it. Name every other portal that uses the same store with',
    '--also: what only such a portal has live would go otherwise.',
  ],
  options: {
    also: {
      type: 'string',
      multiple: true,
      value: '<url>',
      help: 'another portal that uses the store, called with the same token',
    },
    remove: { type: 'boolean', help: 'removes it, instead of only saying what may go' },
  },
  async run(input) {
    const store = storeOf(input);
    const first = input.connect();
    const others = input.texts('also').map((url) => input.connect(url));
    const connections = [first, ...others.filter(({ url }) => url !== first.url)];
    const isRemoved = input.flag('remove');
    const swept = await sweepStore({
      store,
      readEntries: async () =>
        (await Promise.all(connections.map((connection) => entriesOf(connection)))).flat(),
      now: Date.now(),
      remove: isRemoved,
      onProgress: input.progress,
    }).catch((error: unknown) => {
      throw storeFailure(error);
    });
    if (!swept.ok) throw new CommandFailure(EXIT.refused, [swept.refusal]);
    const { parts, unread, incomplete } = swept;
    const portals = connections.map(({ url }) => url);
    return {
      json: { portals, removed: isRemoved, parts, unread, incomplete },
      lines: [
        parts.length === 0
          ? 'Everything in the store is in use or young.'
          : isRemoved
            ? 'Removed from the store:'
            : 'In use no more:',
        ...columns(
          parts.map(({ part, releases, files, bytes }) => [
            `  ${part}`,
            `${releases} releases`,
            `${files} files`,
            bytesText(bytes),
          ]),
        ),
      ],
      notes: parts.length === 0 || isRemoved ? [] : ['Nothing was removed: add --remove for that.'],
      refusals: [
        ...unread.map((key) =>
          refusal(
            'document-unread',
            `${key} is needed and cannot be read, so that all files of its part stay.`,
            'Publish this release again, which replaces what cannot be read; then sweep again.',
          ),
        ),
        ...incomplete.map((key) =>
          refusal(
            'published-meanwhile',
            `${key} was published while old files that it names were removed.`,
            'Publish this release again, which stores these files again.',
          ),
        ),
      ],
    };
  },
};

/** The history of a portal. @throws CommandFailure for one that is empty */
async function entriesOf(connection: PortalConnection): Promise<SweptEntry[]> {
  const entries = await connection.history();
  if (entries.length === 0) {
    throw refused(
      'history-empty',
      `The history of ${connection.url} is empty, so that nothing says what it needs.`,
      'Check the address. Leave a portal out that has never released anything.',
    );
  }
  return entries.map(({ seq, at, state }) => ({
    environment: connection.url,
    seq,
    at: Date.parse(at),
    state,
  }));
}
