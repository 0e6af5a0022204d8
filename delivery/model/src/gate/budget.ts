import { LOCALES } from '@portal/shared-contract';
import type { ReleaseDocument, RouteKind, ShellDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { withTexts } from '../texts-for.ts';
import { isRemote, type LiveReleases, title } from './live-releases.ts';

/** Bytes, as brotli, that a browser without a cache downloads to show a screen. */
export type Budget = {
  /** Scripts of the shell and of the owning part: what starts them, texts, the screen. */
  readonly scripts: number;
  /** The same with the lazy shared modules that the screen needs. */
  readonly withSharedModules: number;
  /** Stylesheets of the shell and of the owning part. */
  readonly styles: number;
};

const STYLES = 20_000;

/** What a route may weigh by its kind. */
export const BUDGETS: Readonly<Record<RouteKind, Budget>> = {
  /** A visit can begin with it. */
  first: { scripts: 145_000, withSharedModules: 145_000, styles: STYLES },
  /** Brings schemas and codes; the profile's has fields for dates, countries and phone numbers, too. */
  form: { scripts: 203_000, withSharedModules: 268_000, styles: STYLES },
  /** Draws pictures, codes or formatted letters. */
  gallery: { scripts: 193_000, withSharedModules: 238_000, styles: STYLES },
};

const WORDS: Readonly<Record<keyof Budget, readonly [what: string, remedy: string]>> = {
  scripts: [
    'scripts',
    'Move what the first view does not need behind an import(), or take a dependency out. The build lists the size of each file. A form or a gallery, which may weigh more, says so in its row: kind.',
  ],
  withSharedModules: [
    'scripts and shared modules',
    'Use fewer lazy shared modules on this screen, or load one after the first view.',
  ],
  styles: ['stylesheets', 'Use the recipes of shared-ui instead of styles of your own.'],
};

/** Whether a visit can begin with a route, as far as its release says. */
export const isFirstRoute = ({ kind = 'first' }: { readonly kind?: RouteKind }): boolean =>
  kind === 'first';

/**
 * Every route that the candidate changes is within its budget: a remote's own in every live
 * shell, and for a shell its own and those of every live remote.
 */
export function budgetProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  // Budgets are the portal's, which the bench compares with the monolith.
  if (candidate.kind === 'monolith') return [];
  const pairs: [ReleaseDocument, ShellDocument][] = isRemote(candidate)
    ? live.shells.map((shell) => [candidate, shell])
    : [candidate, ...Object.values(live.remotes).flat()].map((part) => [part, candidate]);
  return pairs.flatMap(([part, shell]) =>
    loadsOf(part).flatMap((load) => problemsOfLoad(load, part, shell)),
  );
}

/** What is loaded for a screen. */
type Load = {
  readonly path: string;
  readonly kind: RouteKind;
  readonly files: readonly string[];
  readonly consumes?: readonly string[] | undefined;
};

const loadsOf = (part: ReleaseDocument): Load[] =>
  Object.entries(part.rows).map(([path, { kind = 'form', ...row }]) => ({ path, kind, ...row }));

function problemsOfLoad(
  { path, kind, files, consumes = [] }: Load,
  part: ReleaseDocument,
  shell: ShellDocument,
): ReleaseRefusal[] {
  const shared = consumes.flatMap((key) => shell.lazyShared[key] ?? []);
  const scriptsWith = (others: readonly string[]) =>
    Math.max(
      ...LOCALES.map((locale) =>
        total([
          [shell, withTexts(shell, [...shell.scripts, ...others], locale)],
          [part, withTexts(part, [...part.scripts, ...files], locale)],
        ]),
      ),
    );
  const bytes: Budget = {
    scripts: scriptsWith([]),
    withSharedModules: scriptsWith(shared),
    styles: total([
      [shell, shell.styles],
      [part, part.styles],
    ]),
  };
  const tooMany = (what: keyof Budget) => bytes[what] > BUDGETS[kind][what];
  const excessive = (['scripts', 'withSharedModules', 'styles'] as const).filter(tooMany);
  return (
    excessive
      // Its own scripts are too many already, so that the shared modules are not what to change.
      .filter((what) => what !== 'withSharedModules' || !tooMany('scripts'))
      .map((what) => ({
        code: `budget.${what}`,
        reason: `${path} needs ${count(bytes[what])} bytes of ${WORDS[what][0]} as brotli (${title(part)} in ${title(shell)}); ${count(BUDGETS[kind][what])} are allowed of the kind ${kind}.`,
        remedy: WORDS[what][1],
      }))
  );
}

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
