import { readFileSync } from 'node:fs';
import { examine } from '../server/main/src/doctor/index.ts';
import { runCommand } from '../shared-process/src/command-line.ts';

await runCommand(
  {
    usage:
      'node deploy/doctor.ts [--mail-to <address>] [--dkim <selector>] [--dns <address>] [--access-token <file>]',
    does: 'Checks the settings of a server and what they lead to, and says what to do (docs/your-own-portal.md).',
    options: {
      'mail-to': { type: 'string' },
      dkim: { type: 'string' },
      dns: { type: 'string' },
      'access-token': { type: 'string' },
    },
  },
  async ({ values }) => {
    const file = values['access-token'];
    const lines = await examine(
      process.env,
      {
        mailTo: values['mail-to'],
        dkim: values.dkim,
        dns: values.dns,
        accessToken: file === undefined ? undefined : readFileSync(file, 'utf8').trim(),
      },
      () => {},
    );
    for (const { name, finding } of lines) {
      if (finding === 'ok') console.log(`${name}: ok`);
      else if ('remedy' in finding) {
        console.log(`${name}: ${finding.remedy}`);
        process.exitCode = 1;
      } else console.log(`${name}: not checked: ${finding.notChecked}`);
    }
  },
);
