import { LOCALES } from '@portal/shared-contract';
import type { ReleaseDocument, RouteKind, ShellDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { withTexts } from '../release-files.ts';
import { isRemote, type LiveReleases, title } from './live-releases.ts';

/** Bytes, as brotli, that a browser without a cache downloads to show a screen. */
export type Budget = {
  /** Of the shell and of the owning part: what starts them, texts, the screen, and the lazy shared modules that it needs. */
  readonly scripts: number;
  /** Stylesheets of the shell and of the owning part. */
  readonly styles: number;
};

export const BUDGETS: Readonly<Record<RouteKind, Budget>> = {
  /** A visit can begin with it. */
  first: { scripts: 145_000, styles: 20_000 },
  /** Brings schemas and codes; the profile's has fields for dates, countries and phone numbers, too. */
  form: { scripts: 268_000, styles: 20_000 },
  /** Draws pictures, codes or formatted letters. */
  gallery: { scripts: 238_000, styles: 20_000 },
};

const REMEDIES: Readonly<Record<keyof Budget, string>> = {
  scripts:
    'Move what the first view does not need behind an import(), use fewer lazy shared modules, or take a dependency out. The build lists the size of each file. A form or a gallery, which may weigh more, says so in its row: kind.',
  styles: 'Use the recipes of shared-ui instead of styles of your own.',
};

/** Whether a visit can begin with a route, as far as its release says. */
export const isFirstRoute = ({ kind = 'first' }: { readonly kind?: RouteKind }): boolean =>
  kind === 'first';

/** A remote's routes are within budget in each live shell; a shell's are, and those of all remotes with it. */
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
  const ofLocale = LOCALES.map((locale) =>
    total([
      [shell, withTexts(shell, [...shell.scripts, ...shared], locale)],
      [part, withTexts(part, [...part.scripts, ...files], locale)],
    ]),
  );
  const styles = total([
    [shell, shell.styles],
    [part, part.styles],
  ]);
  const bytes: Budget = { scripts: Math.max(...ofLocale), styles };
  return (['scripts', 'styles'] as const)
    .filter((what) => bytes[what] > BUDGETS[kind][what])
    .map((what) => ({
      code: `budget.${what}`,
      reason: `${path} needs ${count(bytes[what])} bytes of ${what} as brotli (${title(part)} in ${title(shell)}); ${count(BUDGETS[kind][what])} are allowed of the kind ${kind}.`,
      remedy: REMEDIES[what],
    }));
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
