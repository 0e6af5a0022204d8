import { median } from '../median.ts';
import type { Change } from '../route-changes.ts';
import type { FirstRouteScripts } from './first-route.ts';
import { type Figure, type Measured, TEMPERATURES, type Temperature, valuesOf } from './table.ts';
import { PAGES, type TargetName } from './targets.ts';

const FIRST_CONTENT_OF_MONOLITH = 0.5;
const INTERACTIVE_OF_MONOLITH = 1;
const FIRST_CONTENT_OF_KEYCLOAK = 0.2;
/**
 * Milliseconds until the account console of Keycloak 26.7 was ready, on the same emulated phone with the
 * browser's throttling: a measurement of its own, which this command does not repeat.
 */
const KEYCLOAK_MS = { cold: 5263, warm: 3633 } as const;
const ROUNDS = 2;
const CLS = 0.02;
const SCRIPT_BYTES = 143_000;
const OTHER_REMOTE_FIRST_MS = 250;
const OTHER_REMOTE_AGAIN_MS = 60;

export type Findings = {
  readonly measured: readonly Measured[];
  /** Lives of changes of route, each with the steps of route-changes.ts. */
  readonly changes: readonly (readonly Change[])[];
  readonly scripts: readonly FirstRouteScripts[];
};

/** One figure that a goal is about, the lower the better, and where it was found. */
type Found = { readonly figure: number; readonly where: string };
type Goal = {
  readonly title: string;
  readonly most: number;
  readonly found: readonly Found[];
  readonly format: (figure: number) => string;
};

/** Each goal with held or missed: its worst figure, and all that miss it. */
export function goalList(findings: Findings): string {
  const lines = goalsOf(findings).flatMap(({ title, most, found, format }) => {
    const [worst] = found.toSorted((a, b) => b.figure - a.figure);
    if (!worst) return [`- not measured: ${title} ≤ ${format(most)}`];
    const say = ({ figure, where }: Found) => `${format(figure)} (${where})`;
    const missed = found.filter(({ figure }) => figure > most);
    if (missed.length === 0) {
      return [`- held: ${title} ≤ ${format(most)}: at most ${say(worst)}`];
    }
    const count = `${missed.length} of ${found.length}`;
    return [
      `- **missed**, ${count}: ${title} ≤ ${format(most)}`,
      ...missed.map((one) => `  - ${say(one)}`),
    ];
  });
  return ['\nGoals, by medians\n', ...lines].join('\n');
}

const ratio = (figure: number): string => figure.toFixed(2);
const ms = (figure: number): string => `${Math.round(figure)} ms`;
const bytes = (figure: number): string => `${Math.round(figure).toLocaleString('en')} bytes`;

function goalsOf({ measured, changes, scripts }: Findings): Goal[] {
  const heading = (step: number): Found[] => {
    const times = changes.flatMap((steps) => steps[step]?.heading ?? []);
    return times.length > 0 ? [{ figure: median(times), where: `n = ${times.length}` }] : [];
  };
  return [
    {
      title: 'first content ÷ the monolith',
      most: FIRST_CONTENT_OF_MONOLITH,
      found: ofMonolith(measured, 'firstContent'),
      format: ratio,
    },
    {
      title: "first content of members' pages ÷ Keycloak's console (throttled; measured apart)",
      most: FIRST_CONTENT_OF_KEYCLOAK,
      found: ofKeycloak(measured),
      format: ratio,
    },
    {
      title: 'interactive ÷ the monolith',
      most: INTERACTIVE_OF_MONOLITH,
      found: ofMonolith(measured, 'interactive'),
      format: ratio,
    },
    {
      title: 'serial rounds to first content',
      most: ROUNDS,
      found: ofPortal(measured, 'rounds'),
      format: String,
    },
    {
      title: 'serial rounds to interactive',
      most: ROUNDS,
      found: ofPortal(measured, 'roundsToInteractive'),
      format: String,
    },
    {
      title: 'layout shift',
      most: CLS,
      found: ofPortal(measured, 'cls'),
      format: (figure) => figure.toFixed(3),
    },
    {
      title: "a first route's scripts, as brotli",
      most: SCRIPT_BYTES,
      found: scripts.map(({ path, bytes: figure }) => ({ figure, where: path })),
      format: bytes,
    },
    {
      title: "a change to another remote's route, first",
      most: OTHER_REMOTE_FIRST_MS,
      found: heading(0),
      format: ms,
    },
    { title: 'the same, again', most: OTHER_REMOTE_AGAIN_MS, found: heading(2), format: ms },
  ];
}

const OURS: readonly (readonly [TargetName, TargetName])[] = [
  ['portal', 'monolith'],
  ['portal, next day', 'monolith, next day'],
];

/** Every page, network, kind of load and visitor. */
function cases(measured: readonly Measured[], temperatures: readonly Temperature[]) {
  const groups = new Map(measured.map((life) => [`${life.path} ${life.net}`, life]));
  return [...groups.values()].flatMap(({ path, net }) =>
    temperatures.flatMap((temperature) =>
      OURS.map(([name, monolith]) => ({
        temperature,
        path,
        net,
        name,
        monolith,
        where: [path, net, temperature, ...name.split(', ').slice(1)].join(', '),
      })),
    ),
  );
}

function ofPortal(
  measured: readonly Measured[],
  key: Figure,
  temperatures: readonly Temperature[] = TEMPERATURES,
): Found[] {
  return cases(measured, temperatures).flatMap(({ temperature, where, ...at }) => {
    const values = valuesOf(measured, at, temperature, key);
    return values.length > 0 ? [{ figure: median(values), where }] : [];
  });
}

function ofMonolith(measured: readonly Measured[], key: Figure): Found[] {
  return cases(measured, TEMPERATURES).flatMap(({ temperature, where, monolith, ...at }) => {
    const ours = valuesOf(measured, at, temperature, key);
    const theirs = valuesOf(measured, { ...at, name: monolith }, temperature, key);
    if (ours.length === 0 || theirs.length === 0) return [];
    return [{ figure: median(ours) / median(theirs), where }];
  });
}

function ofKeycloak(measured: readonly Measured[]): Found[] {
  const isMembers = (path: string) => PAGES.some((page) => page.isSignedIn && page.path === path);
  return TEMPERATURES.flatMap((temperature) =>
    ofPortal(
      measured.filter(({ path, net }) => net === 'throttled' && isMembers(path)),
      'firstContent',
      [temperature],
    ).map(({ figure, where }) => ({ figure: figure / KEYCLOAK_MS[temperature], where })),
  );
}
