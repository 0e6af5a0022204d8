import { refusal } from '@portal/delivery-model/log/refusal';
import type { Command } from '../command.ts';
import { fileText } from '../file-text.ts';
import { columns } from '../words.ts';

/** Checks the settings of a server, and what they lead to. */
export const doctor: Command = {
  name: 'doctor',
  args: [],
  summary: 'Checks a server’s settings and what they lead to, and says what to do.',
  details: [
    'Run it with the environment of the server, before members come and whenever something is wrong: settings,',
    'database, release store, mail server and its DNS, identity provider, keys, and the live address. It prints',
    'no secret, and changes nothing but one value of its own in the release store.',
  ],
  options: {
    'mail-to': { type: 'string', value: '<address>', help: 'sends a test message there' },
    dkim: { type: 'string', value: '<selector>', help: 'the name of the DKIM key in the DNS' },
    dns: { type: 'string', value: '<address>', help: 'the DNS server to ask: 9.9.9.9' },
    'access-token': {
      type: 'string',
      value: '<file>',
      help: 'an access token of a member, of the provider of OIDC_ISSUER',
    },
  },
  async run(input) {
    // The server is loaded here alone; a team that publishes does not need it.
    const { examine } = await import('@portal/server-main/doctor');
    const lines = await examine(
      input.env,
      {
        mailTo: input.text('mail-to'),
        dkim: input.text('dkim'),
        dns: input.text('dns'),
        accessToken: fileText(input, 'access-token'),
      },
      input.progress,
    );
    const read = lines.map(({ name, finding }) => {
      if (finding === 'ok') return { name, state: 'ok', text: 'ok' };
      return 'remedy' in finding
        ? { name, state: 'failed', text: finding.remedy }
        : { name, state: 'not_checked', text: `not checked: ${finding.notChecked}` };
    });
    const failed = read.filter(({ state }) => state === 'failed').length;
    return {
      json: { checks: read },
      lines: columns(read.map(({ name, text }) => [name, text])),
      refusals:
        failed === 0
          ? []
          : [
              refusal(
                'doctor',
                `${failed} of ${read.length} checks have found something.`,
                'Do what their lines say, and run it again.',
              ),
            ],
    };
  },
};
