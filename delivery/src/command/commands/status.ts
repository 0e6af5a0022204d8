import { readEntry } from '@portal/shared-release/log/entry';
import { EMPTY_STATE } from '@portal/shared-release/state';
import type { Command } from '../command.ts';
import { partReport, partsOf, teamReport } from '../reports.ts';
import { columns, listText, liveText, timeText } from '../words.ts';

/** What is live. */
export const status: Command = {
  name: 'status',
  args: [],
  summary: 'Shows what is live of each part, and the teams.',
  async run(input) {
    const connection = await input.connect();
    const { environment, entry: jws } = await connection.state();
    const entry = jws === null ? undefined : readEntry(jws).entry;
    const state = entry?.state ?? EMPTY_STATE;
    const parts = partsOf(state);
    const teams = Object.entries(state.teams);
    const last = entry ? `entry ${entry.seq}, ${timeText(entry.at)}` : 'nothing was released yet';
    return {
      json: {
        environment,
        seq: entry?.seq ?? 0,
        at: entry?.at ?? null,
        configuration: state.configuration ?? null,
        parts: Object.fromEntries(parts.map(([name, live]) => [name, partReport(live)])),
        teams: Object.fromEntries(teams.map(([name, team]) => [name, teamReport(team)])),
      },
      lines: [
        `${environment}: ${last}`,
        ...columns(parts.map(([name, live]) => [`  ${name}`, liveText(live)])),
        ...(teams.length === 0 ? [] : ['teams']),
        ...columns(
          teams.map(([name, { parts, segments }]) => [
            `  ${name}`,
            listText([...parts, ...segments]),
          ]),
        ),
      ],
    };
  },
};
