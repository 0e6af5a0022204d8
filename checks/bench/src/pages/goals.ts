import { BUDGETS } from '@portal/delivery-model/gate/budget';
import { median } from '../median.ts';
import { type Change, PRESSES, REVISITS, STEPS } from '../route-changes.ts';
import type { FirstRouteScripts } from './first-route.ts';
import { type Figure, VISITS, type Visit } from './life.ts';
import { type Measured, ratiosOf, valuesOf } from './table.ts';
import type { TargetName } from './targets.ts';

const HOME = '/my-page';
const HOME_FIRST_CONTENT_MS = 800;
const HOME_INTERACTIVE_MS = 2_000;
const HOME_THIRD_CONTENT_MS = 450;
const HOME_THIRD_WHOLE_MS = 1_200;
const HEADER_AFTER_CONTENT_MS = 50;
const NEXT_DAY_MORE_MS = 100;
/** The most that a figure of the portal is of the monolith's (docs/decisions/0003-how-a-page-starts.md). */
const OF_MONOLITH: readonly {
  readonly title: string;
  readonly key: Figure;
  readonly most: Readonly<Partial<Record<Visit, number>>>;
}[] = [
  {
    title: 'first content',
    key: 'firstContent',
    most: { first: 0.52, second: 0.62, third: 0.62, 'next day': 0.62 },
  },
  {
    title: 'interactive',
    key: 'interactive',
    most: { first: 1.12, second: 0.9, third: 0.9, 'next day': 1.05 },
  },
  {
    title: 'main thread to interactive',
    key: 'workToInteractive',
    most: { first: 1.35, second: 1.1, third: 1.1 },
  },
];
const ROUNDS = 2;
const CLS = 0.02;
const OTHER_REMOTE_FIRST_MS = 250;
const REVISIT_MS = 60;
const PRESS_MS = 150;

export type Findings = {
  readonly measured: readonly Measured[];
  /** Lives of changes of route, each with the steps of route-changes.ts. */
  readonly changes: readonly (readonly Change[])[];
  readonly scripts: readonly FirstRouteScripts[];
};

/** One figure that a goal is about, the lower the better, and where it was found. */
type Found = { readonly figure: number; readonly where: string };
export type Goal = {
  readonly title: string;
  readonly most: number;
  readonly found: readonly Found[];
  readonly format: (figure: number) => string;
};

/** Each goal with held or missed: its worst figure, and all that miss it. A missed one makes the command fail. */
export function goalList(goals: readonly Goal[]): {
  readonly text: string;
  readonly isHeld: boolean;
} {
  let isHeld = true;
  const lines = goals.flatMap(({ title, most, found, format }) => {
    const [worst] = found.toSorted((a, b) => b.figure - a.figure);
    if (!worst) return [`- not measured: ${title} ≤ ${format(most)}`];
    const say = ({ figure, where }: Found) => `${format(figure)} (${where})`;
    const missed = found.filter(({ figure }) => figure > most);
    if (missed.length === 0) {
      return [`- held: ${title} ≤ ${format(most)}: at most ${say(worst)}`];
    }
    isHeld = false;
    const count = `${missed.length} of ${found.length}`;
    return [
      `- **missed**, ${count}: ${title} ≤ ${format(most)}`,
      ...missed.map((one) => `  - ${say(one)}`),
    ];
  });
  return { text: ['\nGoals, by medians\n', ...lines].join('\n'), isHeld };
}

const ratio = (figure: number): string => figure.toFixed(2);
const ms = (figure: number): string => `${Math.round(figure)} ms`;
const bytes = (figure: number): string => `${Math.round(figure).toLocaleString('en')} bytes`;

/** The goals of loads, of changes of route and of scripts. */
export function goalsOfPages({ measured, changes, scripts }: Findings): Goal[] {
  const home = measured.filter(({ path }) => path === HOME);
  const of = (lives: readonly Measured[], key: Figure, visit?: Visit) =>
    figures(lives, visit, (value) => value('portal', key));
  const steps = (names: readonly string[], of: (change: Change) => number | undefined): Found[] =>
    names.flatMap((where) => {
      const at = STEPS.findIndex(({ name }) => name === where);
      const times = changes.flatMap((life) => (life[at] && of(life[at])) ?? []);
      return times.length > 0
        ? [{ figure: median(times), where: `${where}, n = ${times.length}` }]
        : [];
    });
  const heading = (change: Change) => change.heading;
  return [
    goal(
      'first content of /my-page, first visit',
      HOME_FIRST_CONTENT_MS,
      ms,
      of(home, 'firstContent', 'first'),
    ),
    goal(
      'interactive of /my-page, first visit',
      HOME_INTERACTIVE_MS,
      ms,
      of(home, 'interactive', 'first'),
    ),
    goal(
      'first content of /my-page, third visit',
      HOME_THIRD_CONTENT_MS,
      ms,
      of(home, 'firstContent', 'third'),
    ),
    goal('/my-page whole, third visit', HOME_THIRD_WHOLE_MS, ms, of(home, 'whole', 'third')),
    goal(
      'first content, next day more than third visit',
      NEXT_DAY_MORE_MS,
      ms,
      figures(
        measured,
        'next day',
        (value) => value('portal', 'firstContent') - value('portal', 'firstContent', 'third'),
      ),
    ),
    goal(
      'live header after first content',
      HEADER_AFTER_CONTENT_MS,
      ms,
      figures(
        measured,
        undefined,
        (value) => value('portal', 'headerLive') - value('portal', 'firstContent'),
      ),
    ),
    ...OF_MONOLITH.flatMap(({ title, key, most }) =>
      Object.entries(most).map(([visit, limit]) =>
        goal(
          `${title} ÷ the monolith, ${visit} visit`,
          limit,
          ratio,
          [...new Set(measured.map(({ path }) => path))].flatMap((path) => {
            const ratios = ratiosOf(measured, { path }, visit as Visit, key);
            return ratios.length > 0 ? [{ figure: median(ratios), where: path }] : [];
          }),
        ),
      ),
    ),
    goal(
      'serial rounds to first content, first visit',
      ROUNDS,
      String,
      of(measured, 'rounds', 'first'),
    ),
    goal(
      'serial rounds to interactive, first visit',
      ROUNDS,
      String,
      of(measured, 'roundsToInteractive', 'first'),
    ),
    goal('layout shift', CLS, (figure) => figure.toFixed(3), of(measured, 'cls')),
    goal(
      "a first route's scripts, as brotli",
      BUDGETS.first.scripts,
      bytes,
      scripts.map(({ path, bytes: figure }) => ({ figure, where: path })),
    ),
    goal(
      "a change to another remote's route, first",
      OTHER_REMOTE_FIRST_MS,
      ms,
      steps(['other remote, first'], heading),
    ),
    goal('a revisit, in both directions', REVISIT_MS, ms, steps(REVISITS, heading)),
    goal(
      'INP of each press',
      PRESS_MS,
      ms,
      steps(PRESSES, ({ inp }) => inp),
    ),
  ];
}

export const goal = (
  title: string,
  most: number,
  format: Goal['format'],
  found: readonly Found[],
): Goal => ({ title, most, found, format });

type Value = (name: TargetName, key: Figure, visit?: Visit) => number;

/** A figure of each page and visit, from medians; none where one of them was not measured. */
function figures(
  measured: readonly Measured[],
  only: Visit | undefined,
  figureOf: (value: Value) => number,
): Found[] {
  const paths = new Set(measured.map(({ path }) => path));
  return [...paths].flatMap((path) =>
    VISITS.filter((visit) => visit === (only ?? visit)).flatMap((visit) => {
      const figure = figureOf((name, key, at = visit) =>
        median(valuesOf(measured, { path, name }, at, key)),
      );
      return Number.isFinite(figure) ? [{ figure, where: `${path}, ${visit}` }] : [];
    }),
  );
}
