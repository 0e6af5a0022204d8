import { operationText, timeText } from '@portal/delivery-model/log/words';
import { checkCount } from '../arguments.ts';
import type { Command } from '../command.ts';
import { columns, entryReport } from '../words.ts';

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
    const entries = await input.connect().history(limit);
    return {
      json: { entries: entries.map(entryReport) },
      lines:
        entries.length === 0
          ? ['Nothing was changed yet.']
          : columns(
              entries.map(({ seq, at, by, operation }) => [
                `${seq}`.padStart(5),
                timeText(at),
                by.team,
                by.token,
                operationText(operation),
              ]),
            ),
    };
  },
};
