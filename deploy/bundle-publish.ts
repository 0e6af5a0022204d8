import { cpSync, globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { bundleProgram } from '../delivery/builder/src/bundle-program.ts';
import { RELEASES, ROOT } from '../delivery/builder/src/workspace/packages.ts';
import { Refused, runCommand } from '../shared-process/src/command-line.ts';

/** What `publish.ts` reads besides what was built: names, texts that a brand may replace, and the demo's brand. */
const READ = [
  'package.json',
  '{shell,mfe-*}/package.json',
  '{*,*/*}/src/locales/en.po',
  'shared-brand/src/demo/{,designs/}*.{json,svg}',
];

await runCommand(
  {
    usage: 'node deploy/bundle-publish.ts <folder>',
    does: 'Makes a folder with what was built and the one file that publishes it, for the image `release`.',
    positionals: [1, 1],
  },
  async ({ positionals: [folder] }) => {
    if (!folder) throw new Refused('Please name a folder.');
    const out = path.resolve(folder);
    mkdirSync(out, { recursive: true });
    await bundleProgram(path.join(ROOT, 'deploy/publish.ts'), path.join(out, 'publish.mjs'));
    for (const file of globSync(READ, { cwd: ROOT, exclude: ['**/node_modules'] })) {
      cpSync(path.join(ROOT, file), path.join(out, file));
    }
    cpSync(RELEASES, path.join(out, path.basename(RELEASES)), { recursive: true });
  },
);
