import type { Words } from '@portal/shared-process/command-line';
import { type BenchPage, PAGES } from './targets.ts';

/** How the network is slowed down: by Chromium's throttling, or by an emulated link; or neither it nor the phone. */
const NETS = ['throttled', 'link', 'not slowed'] as const;
export type Net = (typeof NETS)[number];

const ROUNDS = '7';
/** What is measured in five minutes. */
const SHORT = { rounds: 3, path: '/my-page', nets: 'throttled' } as const;

export type Settings = {
  readonly rounds: number;
  readonly pages: readonly BenchPage[];
  readonly nets: readonly Net[];
  /** Without what no goal is about, and with Keycloak's console and the changes of route once. */
  readonly isShort: boolean;
  /** The folder of the packages of Keycloak's console. */
  readonly keycloak?: string | undefined;
  /** Prints the longest chain of requests of each load. */
  readonly chains: boolean;
};

export const PAGE_OPTIONS = {
  rounds: { type: 'string', default: ROUNDS },
  path: { type: 'string' },
  nets: { type: 'string', default: NETS.join() },
  short: { type: 'boolean', default: false },
  keycloak: { type: 'string' },
  chains: { type: 'boolean', default: false },
} as const;

type Values = Words<typeof PAGE_OPTIONS>['values'];

/** What is wrong with the options, in a sentence. */
export function pageProblem({ rounds, path, nets }: Values): string | undefined {
  const paths: readonly string[] = PAGES.map((page) => page.path);
  const known: readonly string[] = NETS;
  if (!(Number(rounds) > 0)) return '--rounds is a number.';
  if (path !== undefined && !paths.includes(path)) return `--path is one of ${paths.join(', ')}.`;
  const areKnown = nets.split(',').every((net) => known.includes(net));
  return areKnown ? undefined : `--nets are some of ${NETS.join()}.`;
}

export function settingsOf({ short, keycloak, chains, ...values }: Values): Settings {
  const { rounds, path, nets } = short ? SHORT : values;
  return {
    rounds: Number(rounds),
    pages: PAGES.filter((page) => path === undefined || page.path === path),
    nets: NETS.filter((net) => nets.split(',').includes(net)),
    isShort: short,
    keycloak,
    chains,
  };
}
