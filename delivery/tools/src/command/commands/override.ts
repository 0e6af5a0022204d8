import { wrongUsage } from '@portal/delivery-model/client/failure';
import { OVERRIDE_PATH } from '@portal/delivery-model/override/badge';
import { OVERRIDE_MAX_SECONDS } from '@portal/delivery-model/override/token';
import { checkLocalAddress, checkMinutes, checkPart, checkVersion } from '../arguments.ts';
import type { Command, Input } from '../command.ts';

const DEFAULT_TIME = '2h';

/** Signs a link with which one browser sees a version that is not live. */
export const override: Command = {
  name: 'override',
  args: ['part', 'version'],
  lastIsOptional: true,
  summary: 'Shows one browser a published version, or a local build, in place of what is live.',
  details: [
    'It changes nothing at the portal: it prints an address that is signed with the key of your team. Who',
    'opens it sees the version in the whole portal, with a badge that ends it. Give it to nobody else.',
    'Local builds are shown by environments with OVERRIDE_LOCAL=1 only.',
  ],
  options: {
    local: {
      type: 'string',
      value: '<address>',
      help: 'the last local build, served at http://localhost:<port>',
    },
    for: {
      type: 'string',
      value: '<time>',
      help: `how long, at most 8h; ${DEFAULT_TIME} by default`,
    },
  },
  async run(input) {
    const part = checkPart(input.args[0]);
    const shown = { part, ...versionOrLocal(input) };
    const seconds =
      60 *
      checkMinutes(
        input.text('for') ?? DEFAULT_TIME,
        '--for',
        OVERRIDE_MAX_SECONDS / 60,
        'Give hours or minutes, at most 8h: --for 2h',
      );
    const connection = await input.connect();
    const { environment } = await connection.state();
    const { token, expires } = await connection.signOverride(shown, environment, seconds);
    const address = `${connection.url}${OVERRIDE_PATH}#token=${token}`;
    const { version = null, local = null } = shown;
    return {
      json: { part, version, local, environment, expires: expires.toISOString(), address },
      lines: [address],
      notes: [
        `Open it in the browser that shall show ${version ?? local} of ${part}, until ${expires.toISOString()}.`,
        'Whoever has this address can use it; give it to nobody else.',
      ],
    };
  },
};

function versionOrLocal(input: Input) {
  const [, version] = input.args;
  const local = input.text('local');
  if (version !== undefined && local === undefined) return { version: checkVersion(version) };
  if (version === undefined && local !== undefined) return { local: checkLocalAddress(local) };
  throw wrongUsage(
    version === undefined ? 'There is no version.' : 'There are a version and --local.',
    'Give one of them: portal override mypage 1.4.0+3f2a9c01d5e7, or --local http://localhost:4310',
  );
}
