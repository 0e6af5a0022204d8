import type { Words } from '@portal/shared-process/command-line';
import { type BenchPage, PAGES } from './targets.ts';

const ROUNDS = '7';
/** What is measured in five minutes. */
const SHORT = { rounds: 3, path: '/my-page' } as const;

export type Settings = {
  readonly rounds: number;
  readonly pages: readonly BenchPage[];
  /** With the changes of route once. */
  readonly isShort: boolean;
  /** Prints the longest chain of requests of each load. */
  readonly chains: boolean;
};

export const PAGE_OPTIONS = {
  rounds: { type: 'string', default: ROUNDS },
  path: { type: 'string' },
  short: { type: 'boolean', default: false },
  chains: { type: 'boolean', default: false },
} as const;

type Values = Words<typeof PAGE_OPTIONS>['values'];

/** What is wrong with the options, in a sentence. */
export function pageProblem({ rounds, path }: Values): string | undefined {
  const paths: readonly string[] = PAGES.map((page) => page.path);
  if (!(Number(rounds) > 0)) return '--rounds is a number.';
  if (path !== undefined && !paths.includes(path)) return `--path is one of ${paths.join(', ')}.`;
  return undefined;
}

export function settingsOf({ short, chains, ...values }: Values): Settings {
  const { rounds, path } = short ? SHORT : values;
  return {
    rounds: Number(rounds),
    pages: PAGES.filter((page) => path === undefined || page.path === path),
    isShort: short,
    chains,
  };
}
