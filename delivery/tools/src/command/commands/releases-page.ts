import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FIGURES_MAX_MINUTES } from '@portal/shared-contract';
import { checkCount, checkMinutes, neededText } from '../arguments.ts';
import type { Command } from '../command.ts';
import { PAGE_HEADERS, releasesPage } from '../releases-page/page.ts';

const DEFAULT_SINCE = '1d';
const DEFAULT_LIMIT = '100';

/** Writes the page of releases, for those who do not run the command. */
export const releasesPageCommand: Command = {
  name: 'releases-page',
  args: [],
  summary: 'Writes a page of what is live, canaries, loads and history, to look at in a browser.',
  details: [
    'It is one HTML file that asks for nothing, and headers.json with the headers to serve it with. Serve it to',
    'colleagues alone, at an address of its own, never at that of the portal; write it again as often as it shall',
    'be new. Nothing can be changed by it.',
  ],
  options: {
    out: { type: 'string', value: '<folder>', help: 'where to write index.html and headers.json' },
    since: {
      type: 'string',
      value: '<time>',
      help: `how far back the figures go: 90m, 6h, 2d (${DEFAULT_SINCE})`,
    },
    limit: {
      type: 'string',
      value: '<number>',
      help: `how many entries of the history (${DEFAULT_LIMIT})`,
    },
  },
  async run(input) {
    const folder = resolve(input.cwd, neededText(input, 'out', 'Name the folder: --out releases'));
    const minutes = checkMinutes(
      input.text('since') ?? DEFAULT_SINCE,
      '--since',
      FIGURES_MAX_MINUTES,
      'Give minutes, hours or days, at most 30 days: 90m, 6h or 2d.',
    );
    const limit = checkCount(input.text('limit') ?? DEFAULT_LIMIT, '--limit');
    const connection = input.connect();
    const entries = await connection.history(limit);
    const { figures, canaries } = await connection.figures(minutes);
    const page = await releasesPage({
      portal: connection.url,
      at: new Date().toISOString(),
      entries,
      figures,
      minutes,
      canaries,
    });
    await mkdir(folder, { recursive: true });
    await replace(join(folder, 'headers.json'), `${JSON.stringify(PAGE_HEADERS, null, 2)}\n`);
    await replace(join(folder, 'index.html'), page);
    return {
      json: { folder, entries: entries.length },
      lines: [`Wrote the page of the releases of ${connection.url} to ${folder}.`],
    };
  },
};

/** Whoever serves the folder meanwhile never has half of a file. */
async function replace(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}
