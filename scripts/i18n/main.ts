import { getConfig } from '@lingui/conf';
import { runCommand } from '../../shared-process/src/command-line.ts';
import { collectTexts, describeTexts } from './collect-texts.ts';

await runCommand(
  {
    usage: 'npm run i18n',
    does: 'Collects the texts of the code into the catalogs, and fails while one of them has no Japanese.',
    details: [
      'It names each, with its file and with the translations that it may have had before.',
    ],
  },
  async () => {
    const collected = await collectTexts(getConfig());
    const missing = collected.reduce((count, { missing }) => count + missing.length, 0);
    for (const line of describeTexts(collected)) console.log(line);
    console.log(
      missing === 0
        ? 'Every text has its translation.'
        : `Texts without a translation: ${missing}. Write each into its catalog and run this again.`,
    );
    process.exitCode = missing === 0 ? 0 : 1;
  },
);
