import { resolve } from 'node:path';
import { refused } from '@portal/delivery-model/client/failure';
import { fallbacksEndAt } from '@portal/delivery-model/fallback';
import { composeState } from '@portal/delivery-model/page/compose-state';
import { SLICES } from '@portal/delivery-model/state';
import { neededText } from '../arguments.ts';
import type { Command } from '../command.ts';
import { writePages } from '../page-folder.ts';
import { storeFailure, storeOf } from '../release-store.ts';

/** Writes the page of what is live, for servers that run nothing of the portal. */
export const compose: Command = {
  name: 'compose',
  args: [],
  summary: 'Writes the page of what is live as plain files, for a CDN without the page listener.',
  details: [
    'What is live comes from the portal; the releases come from its store, RELEASE_STORE, with the variables',
    'that the server has for it. The folder is replaced as a whole. docs/releases.md says what is in it.',
  ],
  options: {
    out: {
      type: 'string',
      value: '<folder>',
      help: 'where to write; a new folder, or that of before',
    },
  },
  async run(input) {
    const out = neededText(input, 'out', 'Name the folder to write: --out page');
    const store = storeOf(input);
    const connection = input.connect();
    const entry = await connection.lastEntry();
    const now = Date.now();
    const variants = entry && (await composed(entry.state, store, { seq: entry.seq, now }));
    if (!entry || !variants) {
      throw refused(
        'no-page',
        `${connection.url} has no page yet: no shell or no configuration is live.`,
        'Promote a shell and set the configuration first.',
      );
    }
    const endsAt = fallbacksEndAt(entry.state, now);
    const pages = {
      portal: connection.url,
      seq: entry.seq,
      // Fallbacks leave the page a day after a release, so that it has to be composed again then.
      until: Number.isFinite(endsAt) ? new Date(endsAt).toISOString() : null,
    };
    const folder = resolve(input.cwd, out);
    const written = await writePages(folder, pages, variants);
    return {
      json: { folder, ...pages, variants: written },
      lines: [
        `Wrote the page of entry ${entry.seq} of ${connection.url} to ${folder}.`,
        ...written.map(
          ({ folder: name, slices }) => `  ${name}: ${slices.length} of ${SLICES} slices`,
        ),
      ],
      notes:
        pages.until === null
          ? []
          : [`Compose it again after the next entry, or at ${pages.until}.`],
    };
  },
};

/** Composes with the words of this command for what is missing in the store. */
async function composed(...args: Parameters<typeof composeState>) {
  try {
    return await composeState(...args);
  } catch (error) {
    throw storeFailure(error);
  }
}
