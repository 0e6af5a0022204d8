import { connect, failureOf } from '@portal/delivery-model/client/connection';
import { EXIT, wrongUsage } from '@portal/delivery-model/client/failure';
import { Command, CommanderError } from 'commander';
import { addPartCommands } from './part-commands.ts';
import { addReleaseCommands } from './release-commands.ts';
import type { CommandIo, Does, Output, Result } from './words.ts';

const MORE = `
PORTAL_TOKEN is the token of your team, which the operator gives.
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 portal not reached. More: docs/releases.md`;

/** Runs `portal` and answers its exit code. Refusals are printed with reason and remedy; bugs throw. */
export async function runPortal(argv: readonly string[], io: CommandIo): Promise<number> {
  const { stdout, stderr, env, cwd } = io;
  // Also for a failure of reading the options themselves.
  const isJson = argv.includes('--json');
  const progress = (text: string) => {
    if (!isJson && stderr.isTTY) print(stderr, [text]);
  };
  const print = (out: Output, lines: readonly string[]) => {
    for (const line of lines) out.write(`${withoutControls(line)}\n`);
  };
  let result: Result = { json: {}, lines: [] };
  const portal = new Command('portal')
    .description('Releases parts of the portal, each by its own team.')
    .option('--url <url>', 'the portal (PORTAL_URL): https://portal.example')
    .option('--json', 'prints the answer as one JSON object')
    .addHelpText('after', MORE)
    .configureHelp({
      // Lines of a paragraph are those of the source. The overview has the first sentence.
      commandDescription: (one) => one.description().replace(/(?<!\n)\n(?!\n)/g, ' '),
      subcommandDescription: (one) => one.description().split('\n')[0] ?? '',
    })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: () => {} })
    .exitOverride();
  const does: Does =
    (work) =>
    async (...words) => {
      const url = portal.opts<{ url?: string }>().url ?? env.PORTAL_URL;
      const connected = () => connect({ url, token: env.PORTAL_TOKEN });
      result = await work({ cwd, env, progress, connect: connected }, ...(words as never[]));
    };
  addPartCommands(portal, does);
  addReleaseCommands(portal, does);
  try {
    await portal.parseAsync(argv, { from: 'user' });
    const { json, lines, notes = [] } = result;
    if (isJson) stdout.write(`${JSON.stringify({ ok: true, ...json })}\n`);
    else {
      print(stdout, lines);
      print(stderr, notes);
    }
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === EXIT.done) return EXIT.done;
    const failure = error instanceof CommanderError ? usageOf(error, portal) : failureOf(error);
    if (!failure) throw error;
    const { exitCode, refusals, output } = failure;
    print(stderr, output ? output.split('\n') : []);
    // The words too, since a script that reads the object seldom shows it.
    if (isJson) stdout.write(`${JSON.stringify({ ok: false, exitCode, refusals })}\n`);
    print(
      stderr,
      refusals.flatMap(({ code, reason, remedy }) => [`${reason} (${code})`, `  ${remedy}`]),
    );
    return exitCode;
  }
}

/** A reason of another team must not be able to move the cursor or to change the window's title. */
const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, '�');

function usageOf({ code, message }: CommanderError, { commands }: Command) {
  const [said = ''] = message.replace(/^error: /, '').split('\n');
  return wrongUsage(
    code === 'commander.help' ? 'There is no command.' : `Wrong words: ${said.replace(/\.$/, '')}.`,
    `See: portal <command> --help. Commands: ${commands.map((one) => one.name()).join(', ')}.`,
  );
}
