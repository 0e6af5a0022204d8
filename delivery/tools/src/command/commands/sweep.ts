import { refusal } from '@portal/delivery-model/log/refusal';
import type { Command } from '../command.ts';
import { bytesText, columns } from '../words.ts';

/** Removes from the portal what is not in use any more. */
export const sweep: Command = {
  name: 'sweep',
  args: [],
  summary:
    "Says which releases and files are in use no more; removes them with --remove; the operator's.",
  details: ['What was live in the last 30 days stays, and what was stored in the last day.'],
  options: {
    remove: { type: 'boolean', help: 'removes it, instead of only saying what may go' },
  },
  async run(input) {
    const remove = input.flag('remove');
    const { parts, incomplete } = await input.connect().sweep(remove);
    return {
      json: { removed: remove, parts, incomplete },
      lines: [
        parts.length === 0
          ? 'Everything in the store is in use or young.'
          : remove
            ? 'Removed:'
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
      notes: parts.length === 0 || remove ? [] : ['Nothing was removed: add --remove for that.'],
      refusals: incomplete.map((release) =>
        refusal(
          'published-meanwhile',
          `${release} was published while old files that it names were removed.`,
          'Publish this release again, which stores these files again.',
        ),
      ),
    };
  },
};
