import { createHash } from 'node:crypto';
import type { Entry } from '@portal/delivery-model/log/entry';
import { nextStepAt } from '@portal/delivery-model/log/growth';
import type { ReleaseFigures } from '@portal/shared-contract';
import { html, raw } from 'hono/html';
import { causesText, failedText } from '../figures.ts';
import { operationText, shareText, timeText } from '../words.ts';
import { COMPARE_SCRIPT } from './compare-script.ts';
import {
  type CanaryView,
  canaryViews,
  type Overview,
  type PartView,
  partViews,
  stateWords,
} from './overview.ts';
import { STYLE } from './style.ts';

type Markup = ReturnType<typeof html>;

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but its own style and script, and no request at all. */
const POLICY = `default-src 'none'; style-src ${sourceOf(STYLE)}; script-src ${sourceOf(COMPARE_SCRIPT)}; base-uri 'none'; form-action 'none'`;

/** With which headers the page has to be served; the policy stands in the page too. */
export const PAGE_HEADERS = {
  'content-security-policy': `${POLICY}; frame-ancestors 'none'`,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The page of releases: what is live, canaries, loads, history, and the difference of two states. */
export async function releasesPage(overview: Overview): Promise<string> {
  const { portal, at, entries, figures, minutes } = overview;
  const [last] = entries;
  const parts = partViews(overview);
  const canaries = canaryViews(overview);
  return String(
    await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Releases of ${portal}</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <main>
      <h1>Releases of ${portal}</h1>
      <p>Read at ${time(at)}${last ? `, with entry ${last.seq} of the history` : ': nothing was released yet'}.</p>
      ${section('live', 'What is live', PART_HEADS, parts.map(partRow))}
      ${section('canaries', 'Canaries', CANARY_HEADS, canaries.map(canaryRow))}
      ${section('loads', `How releases loaded in the last ${minutes} minutes`, LOAD_HEADS, figures.map(loadRow))}
      ${section('history', 'History', HISTORY_HEADS, entries.map(historyRow))}
      ${difference(entries)}
    </main>
  </body>
</html>
`,
  );
}

const PART_HEADS = ['Part', 'Release', 'Since', 'By', 'Before it', 'State'];

function partRow({ part, live, by }: PartView): Markup {
  const { stable, since, previous, canary, killed } = live;
  const facts = [
    ...(killed ? [`switched off since ${timeText(killed.at)}: ${killed.reason}`] : []),
    ...(canary ? [`canary ${canary.version}`] : []),
  ];
  return row(part, code(stable), time(since), by ?? 'earlier', code(previous), facts.join('; '));
}

const CANARY_HEADS = ['Part', 'Release', 'By', 'Share', 'Grows', 'Loads', 'Failed', 'Verdict'];

function canaryRow({ part, canary, by, loads, verdict, waits }: CanaryView): Markup {
  const { version, share, growth } = canary;
  const steps = growth
    ? `to ${growth.shares.map(shareText).join(', ')}; ${waits ?? `the next not before ${timeText(nextStepAt(growth))}`}`
    : 'by hand';
  const failed = loads ? failedText(loads) : '';
  const who = by ?? 'earlier';
  return row(part, code(version), who, shareText(share), steps, loads?.loads ?? 0, failed, verdict);
}

const LOAD_HEADS = ['Part', 'Release', 'As', 'Loads', 'Failed', 'Why', 'Three of four within'];

function loadRow(figures: ReleaseFigures): Markup {
  const { part, version, cohort, loads, p75 } = figures;
  const within = p75 === null ? '' : `${p75} ms`;
  return row(part, code(version), cohort, loads, failedText(figures), causesText(figures), within);
}

const HISTORY_HEADS = ['Entry', 'When', 'By', 'What'];

const historyRow = ({ seq, at, by, operation }: Entry): Markup =>
  row(seq, time(at), by.team, operationText(operation));

/** Two entries to choose; the script shows the form, since it does nothing without. */
function difference(entries: readonly Entry[]): Markup {
  if (entries.length < 2) return html``;
  const states = jsonInScript(entries.map(({ state }) => stateWords(state)));
  const select = (id: string, label: string, chosen: number) =>
    html`<label for="${id}">${label}</label> <select id="${id}">${entries.map(
      ({ seq, at, by }, index) =>
        html`<option value="${index}"${index === chosen ? raw(' selected') : ''}>${seq}, ${timeText(at)}, ${by.team}</option>`,
    )}</select>`;
  return html`<section id="compare" aria-labelledby="compare-title" hidden>
        <h2 id="compare-title">Difference of two states</h2>
        <p>${select('from', 'After entry', 1)} ${select('to', 'and after entry', 0)}</p>
        <p id="differences" role="status"></p>
        ${table('Difference', ['What', 'First', 'Second'], html`<tbody id="difference"></tbody>`)}
        <script type="application/json" id="states">${raw(states)}</script>
        <script>${raw(COMPARE_SCRIPT)}</script>
      </section>`;
}

function section(
  id: string,
  title: string,
  heads: readonly string[],
  rows: readonly Markup[],
): Markup {
  return html`<section aria-labelledby="${id}">
        <h2 id="${id}">${title}</h2>
        ${rows.length === 0 ? html`<p>None.</p>` : table(title, heads, html`<tbody>${rows}</tbody>`)}
      </section>`;
}

/** A table that scrolls by itself where the window is narrow, also by keys. */
const table = (name: string, heads: readonly string[], body: Markup): Markup =>
  html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table>
          <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
          ${body}
        </table></div>`;

const row = (head: string | number, ...cells: readonly (string | number | Markup)[]): Markup =>
  html`<tr><th scope="row">${head}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;

const code = (version: string | undefined): Markup =>
  version === undefined ? html`` : html`<code>${version}</code>`;

const time = (moment: string): Markup =>
  html`<time datetime="${moment}">${timeText(moment)}</time>`;

/** JSON that cannot end the element that it stands in. */
const jsonInScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
