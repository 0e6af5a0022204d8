import { WORKSPACE } from '@portal/delivery-builder/workspace/packages';
import { refusal } from '@portal/delivery-model/log/refusal';
import type { Command } from '../command.ts';

/** Collects the texts of the code for their translation. */
export const texts: Command = {
  name: 'texts',
  args: [],
  summary:
    'Collects the texts of the code into the catalogs, and fails while one of them has no Japanese.',
  details: ['It names each, with its file and with the translations that it may have had before.'],
  async run() {
    const { getConfig } = await import('@lingui/conf');
    const { collectTexts, describeTexts } = await import('../../texts/collect-texts.ts');
    const collected = await collectTexts(getConfig({ cwd: WORKSPACE }));
    const missing = collected.reduce((count, { missing }) => count + missing.length, 0);
    const lines = describeTexts(collected);
    const left = refusal(
      'not-translated',
      `Texts without a translation: ${missing}.`,
      'Write each into its catalog and run this again.',
    );
    return {
      json: { missing },
      lines: missing === 0 ? [...lines, 'Every text has its translation.'] : lines,
      refusals: missing === 0 ? [] : [left],
    };
  },
};
