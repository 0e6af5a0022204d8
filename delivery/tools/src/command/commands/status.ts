import { withoutEndedPreviews } from '@portal/delivery-model/log/previews';
import { EMPTY_STATE, partsOf } from '@portal/delivery-model/state';
import { FIGURES_MAX_MINUTES } from '@portal/shared-contract';
import { checkMinutes } from '../arguments.ts';
import type { Command } from '../command.ts';
import { automaticRollback, figuresRow, rollbackText } from '../figures.ts';
import { partReport, previewReport } from '../reports.ts';
import { columns, listText, liveText, previewText, timeText } from '../words.ts';

const DEFAULT_SINCE = '1h';
/** Entries in which a canary may be that the portal has ended. */
const RECENT = 100;

/** What is live, and how it does. */
export const status: Command = {
  name: 'status',
  args: [],
  summary: 'Shows what is live of each part, how it loads, the previews, and the teams.',
  details: [
    'Loads, failures and times are what browsers reported. A canary of which too many loads',
    'fail is ended by the portal; this is said here until the part changes again.',
  ],
  options: {
    since: {
      type: 'string',
      value: '<time>',
      help: `how far back the figures go: 90m, 6h, 2d (${DEFAULT_SINCE})`,
    },
  },
  async run(input) {
    const since = input.text('since') ?? DEFAULT_SINCE;
    const minutes = checkMinutes(
      since,
      '--since',
      FIGURES_MAX_MINUTES,
      'Give minutes, hours or days, at most 30 days: 90m, 6h or 2d.',
    );
    const connection = input.connect();
    const entry = await connection.lastEntry();
    const { figures, canaries } = await connection.figures(minutes);
    const entries = await connection.history(RECENT);
    const state = entry?.state ?? EMPTY_STATE;
    const now = new Date().toISOString();
    const parts = partsOf(state).map(([name, live]) => ({
      name,
      live,
      rolledBack: automaticRollback(entries, name),
      verdict: canaries.find(({ part }) => part === name)?.verdict,
      waits: canaries.find(({ part }) => part === name)?.waits,
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
          parts.map(({ name, live, rolledBack, verdict, waits }) => [
            name,
            {
              ...partReport(live),
              rolledBack: rolledBack ?? null,
              verdict: verdict ?? null,
              waits: waits ?? null,
            },
          ]),
        ),
        teams: state.teams,
        previews: Object.fromEntries(previews.map(([name, one]) => [name, previewReport(one)])),
        minutes,
        figures,
      },
      lines: [
        `${connection.url}: ${last}`,
        ...columns(parts.map(({ name, live }) => [`  ${name}`, liveText(live)])),
        ...parts.flatMap(({ name, rolledBack, verdict, waits }) => [
          ...(rolledBack ? [`${name}: ${rollbackText(rolledBack)}`] : []),
          ...(verdict === undefined ? [] : [`${name}: ${verdict}`]),
          ...(waits === undefined ? [] : [`${name}: ${waits}`]),
        ]),
        figures.length === 0
          ? `No browser reported a load in the last ${since}.`
          : `reported in the last ${since}`,
        ...columns(figures.map(figuresRow)),
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
