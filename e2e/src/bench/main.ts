import process, { argv } from 'node:process';
import { INTERRUPTED } from './interrupted.ts';

/** What `npm run bench` measures, in this order; `npm run bench -- server` only that. */
const SECTIONS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  pages: async (args) => (await import('./pages/index.ts')).benchPages(args),
  clicks: async () => (await import('./clicks.ts')).benchClicks(),
  server: async (args) => (await import('./server/index.ts')).benchServer(args),
};

/** What takes ten minutes or some gigabytes, or is a part of another, is measured only by its name. */
const BY_NAME: typeof SECTIONS = {
  'route-changes': async (args) => (await import('./route-changes.ts')).benchRouteChanges(args),
  scale: async (args) => (await import('./scale.ts')).benchScale(args),
};

const args = argv.slice(2);
const [name] = args;
if (name === undefined || name.startsWith('-')) {
  for (const section of Object.values(SECTIONS)) {
    await section(args);
    if (process.exitCode === INTERRUPTED) break;
  }
} else {
  const known = { ...SECTIONS, ...BY_NAME };
  const section = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!section) throw new Error(`There is no «${name}», only ${Object.keys(known).join(', ')}.`);
  await section(args.slice(1));
}
