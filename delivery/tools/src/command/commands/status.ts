import { withoutEndedPreviews } from '@portal/delivery-model/log/previews';
import { listText, liveText, previewText, timeText } from '@portal/delivery-model/log/words';
import { EMPTY_STATE, partsOf } from '@portal/delivery-model/state';
import { automaticRollback, rollbackText } from '../automatic-rollback.ts';
import type { Command } from '../command.ts';
import { columns, partReport, previewReport } from '../words.ts';

/** Entries in which a canary may be that the portal has ended. */
const RECENT = 100;

/** What is live, and how it does. */
export const status: Command = {
  name: 'status',
  args: [],
  summary: 'Shows what is live of each part, its canary, the previews, and the teams.',
  details: [
    'A canary of which too many loads fail is ended by the portal; this is said here until the',
    'part changes again.',
  ],
  options: {},
  async run(input) {
    const connection = input.connect();
    const entry = await connection.lastEntry();
    const canaries = await connection.canaries();
    const entries = await connection.history(RECENT);
    const state = entry?.state ?? EMPTY_STATE;
    const now = new Date().toISOString();
    const parts = partsOf(state).map(([name, live]) => ({
      name,
      live,
      rolledBack: automaticRollback(entries, name),
      verdict: canaries.find(({ part }) => part === name)?.verdict,
    }));
    const teams = Object.entries(state.teams);
    const previews = Object.entries(withoutEndedPreviews(state, now).previews ?? {});
    const last = entry ? `entry ${entry.seq}, ${timeText(entry.at)}` : 'nothing was released yet';
    return {
      json: {
        seq: entry?.seq ?? 0,
        at: entry?.at ?? null,
        configuration: state.configuration ?? null,
        parts: Object.fromEntries(
          parts.map(({ name, live, rolledBack, verdict }) => [
            name,
            {
              ...partReport(live),
              rolledBack: rolledBack ?? null,
              verdict: verdict ?? null,
            },
          ]),
        ),
        teams: state.teams,
        previews: Object.fromEntries(previews.map(([name, one]) => [name, previewReport(one)])),
      },
      lines: [
        `${connection.url}: ${last}`,
        ...columns(parts.map(({ name, live }) => [`  ${name}`, liveText(live)])),
        ...parts.flatMap(({ name, rolledBack, verdict }) => [
          ...(rolledBack ? [`${name}: ${rollbackText(rolledBack)}`] : []),
          ...(verdict === undefined ? [] : [`${name}: ${verdict}`]),
        ]),
        ...(previews.length === 0 ? [] : ['previews']),
        ...columns(previews.map(([name, one]) => [`  ${name}`, previewText(one)])),
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
