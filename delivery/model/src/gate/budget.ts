import { LOCALES } from '@portal/shared-contract';
import type { ReleaseDocument, ShellDocument } from '../document.ts';
import { ruleOf } from '../log/policy.ts';
import type { PolicyRule, RouteKind } from '../state.ts';
import { withTexts } from '../texts-for.ts';
import { isRemote, type LiveReleases, title } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** Bytes, as brotli, that a browser without a cache downloads to show a route. */
export type RouteBudget = {
  /** Scripts of the shell and of the owning part: what starts them, texts, the screen. */
  readonly scripts: number;
  /** The same with the lazy shared modules that the screen needs. */
  readonly withSharedModules: number;
  /** Stylesheets of the shell and of the owning part. */
  readonly styles: number;
};

const STYLES = 20_000;

/** What a route may weigh by its kind, unless the operator's policy says otherwise. */
export const BUDGETS: Readonly<Record<RouteKind, RouteBudget>> = {
  /** A visit can begin with it. */
  first: { scripts: 143_000, withSharedModules: 143_000, styles: STYLES },
  /** Brings schemas and codes; the profile's has fields for dates, countries and phone numbers, too. */
  form: { scripts: 190_000, withSharedModules: 255_000, styles: STYLES },
  /** Draws pictures, codes or formatted letters. */
  gallery: { scripts: 180_000, withSharedModules: 225_000, styles: STYLES },
};

type Row = Pick<ReleaseDocument['rows'][string], 'kind'>;

/** Whether a visit can begin with a route, as far as its release says. */
export const isFirstRoute = ({ kind = 'first' }: Row): boolean => kind === 'first';

/**
 * What a route may weigh. A release from before there were kinds has to hold the largest budget: it was checked by others.
 * @param rule of the operator for its part
 */
export const budgetOf = (
  { kind = 'form' }: Row,
  { budgets = {} }: PolicyRule = {},
): RouteBudget => ({
  ...BUDGETS[kind],
  ...budgets[kind],
});

/**
 * Every route that the candidate changes is within its budget: a remote's own routes in every live
 * shell, and for a shell its own and those of every live remote.
 */
export function budgetProblems(candidate: ReleaseDocument, live: LiveReleases): Problem[] {
  // Budgets are the portal's, which the bench compares with the monolith.
  if (candidate.kind === 'monolith') return [];
  const pairs: [ReleaseDocument, ShellDocument][] = isRemote(candidate)
    ? live.shells.map((shell) => [candidate, shell])
    : [candidate, ...Object.values(live.remotes).flat()].map((part) => [part, candidate]);
  const excesses = pairs.flatMap(([part, shell]) =>
    excessesOf(part, shell, ruleOf(live, part.name)),
  );
  return [...Map.groupBy(excesses, ({ what }) => what)].map(([what, found]) => {
    const routes = new Set(found.map(({ path }) => path));
    const [worst] = found.sort((a, b) => b.bytes - b.allowed - (a.bytes - a.allowed));
    if (!worst) throw new Error('A group has at least one member.');
    const others = routes.size > 1 ? ` ${routes.size - 1} more routes are too large.` : '';
    const { kind } = worst.part.rows[worst.path] ?? {};
    return {
      code: `budget.${what}`,
      reason: `${worst.path} needs ${count(worst.bytes)} bytes of ${WORDS[what]} as brotli (${title(worst.part)} in ${title(worst.shell)}); ${count(worst.allowed)} are allowed${kind ? ` of the kind ${kind}` : ''}.${others}`,
      remedy: REMEDIES[what],
    };
  });
}

type Excess = {
  readonly what: keyof RouteBudget;
  readonly path: string;
  readonly bytes: number;
  readonly allowed: number;
  readonly part: ReleaseDocument;
  readonly shell: ShellDocument;
};

const WORDS: Readonly<Record<keyof RouteBudget, string>> = {
  scripts: 'scripts',
  withSharedModules: 'scripts and shared modules',
  styles: 'stylesheets',
};

const REMEDIES: Readonly<Record<keyof RouteBudget, string>> = {
  scripts:
    'Move what the first view does not need behind an import(), or take a dependency out. The build lists the size of each file. A form or a gallery, which may weigh more, says so in its row: kind.',
  withSharedModules:
    'Use fewer lazy shared modules on this screen, or load one after the first view.',
  styles: 'Use the recipes of shared-ui instead of styles of your own.',
};

function excessesOf(part: ReleaseDocument, shell: ShellDocument, rule: PolicyRule): Excess[] {
  return Object.entries(part.rows).flatMap(([path, row]) => {
    const { files, consumes = [] } = row;
    const budget = budgetOf(row, rule);
    const shared = consumes.flatMap((key) => shell.lazyShared[key] ?? []);
    const scripts = (others: readonly string[]) =>
      Math.max(
        ...LOCALES.map((locale) =>
          total([
            [shell, withTexts(shell, [...shell.scripts, ...others], locale)],
            [part, withTexts(part, [...part.scripts, ...files], locale)],
          ]),
        ),
      );
    const bytes: RouteBudget = {
      scripts: scripts([]),
      withSharedModules: scripts(shared),
      styles: total([
        [shell, shell.styles],
        [part, part.styles],
      ]),
    };
    const excessive = KINDS.filter((what) => bytes[what] > budget[what])
      // Its own scripts are too many already, so that the shared modules are not what to change.
      .filter((what, _, all) => what !== 'withSharedModules' || !all.includes('scripts'));
    return excessive.map((what) => ({
      what,
      path,
      bytes: bytes[what],
      allowed: budget[what],
      part,
      shell,
    }));
  });
}

const KINDS = ['scripts', 'withSharedModules', 'styles'] as const;

/** Files are counted once, also where a route names one twice or the shell is the part. */
function total(named: readonly (readonly [ReleaseDocument, readonly string[]])[]): number {
  const sizes = new Map<string, number>();
  for (const [{ name, files }, wanted] of named) {
    // A file that the document does not describe is a problem of its own (files.ts).
    for (const file of wanted) sizes.set(`${name}/${file}`, files[file]?.brotli ?? 0);
  }
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const count = (bytes: number): string => bytes.toLocaleString('en');
