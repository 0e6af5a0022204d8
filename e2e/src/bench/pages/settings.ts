import { parseArgs } from 'node:util';
import { type BenchPage, PAGES } from './targets.ts';

/** How the network is slowed down: by Chromium's throttling, or by an emulated link. */
export const NETS = ['throttled', 'link'] as const;
export type Net = (typeof NETS)[number];

const ROUNDS = '7';

type Settings = {
  readonly rounds: number;
  readonly pages: readonly BenchPage[];
  readonly nets: readonly Net[];
  /** Prints the longest chain of requests of each load. */
  readonly chains: boolean;
};

/** @param args `--rounds 7`, `--path /my-page`, `--nets throttled,link`, `--chains` */
export function settingsOf(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: ROUNDS },
      path: { type: 'string' },
      nets: { type: 'string', default: NETS.join() },
      chains: { type: 'boolean', default: false },
    },
  });
  const pages = PAGES.filter(({ path }) => values.path === undefined || path === values.path);
  const nets = NETS.filter((net) => values.nets.split(',').includes(net));
  if (pages.length === 0 || nets.length !== values.nets.split(',').length) {
    const paths = PAGES.map(({ path }) => path).join(', ');
    throw new Error(`--path is one of ${paths}, and --nets are some of ${NETS.join(',')}.`);
  }
  return { rounds: Number(values.rounds), pages, nets, chains: values.chains };
}
