import { WORKSPACE } from '@portal/delivery-builder/workspace/packages';
import { refusal } from '@portal/delivery-model/log/refusal';
import type { Command } from '../command.ts';

/** Collects the texts of the code for their translation. */
export const texts: Command = {
  name: 'texts',
  args: [],
  summary:
    'Collects the texts of the code into the catalogs, and fails while one of them has no Japanese.',
  details: ['A text that was removed stays in its catalog, as #~, until every text is translated.'],
  async run() {
    const { getConfig } = await import('@lingui/conf');
    const { collectTexts } = await import('../../texts/collect-texts.ts');
    const missing = await collectTexts(getConfig({ cwd: WORKSPACE }));
    if (missing.length === 0) {
      return { json: { missing: 0 }, lines: ['Every text has its translation.'] };
    }
    const left = refusal(
      'not-translated',
      `Texts without a translation: ${missing.length}.`,
      'Write each into its catalog and run this again.',
    );
    return { json: { missing: missing.length }, lines: missing, refusals: [left] };
  },
};
