import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refused, runCommand } from '@portal/shared-process/command-line';
import { DEFAULT_PORT_BASE } from './addresses.ts';
import { endRequested } from './end-requested.ts';
import { runFolder, type StartedPortal, startPortal } from './start-portal.ts';

const PORTAL_FILE = join(runFolder, 'portal.json');
const began = performance.now();
const { env } = process;

await runCommand(
  {
    usage: 'npm start',
    does: 'Runs the whole portal on this machine until Ctrl-C.',
    details: [
      'PORT_BASE=<port>     the first of its ports, 4300 otherwise',
      'docs/settings.md lists the other variables.',
    ],
  },
  start,
);

async function start(): Promise<void> {
  const ended = endRequested();
  const portal = await Promise.race([startPortal(options()), ended]);
  if (!portal) process.exit(0); // The children end with this process.
  await writePortalFile(portal);
  console.log(welcome(portal));
  await ended;
  console.log('\nEnding …');
  await portal.stop();
  await removePortalFile();
}

function options(): Parameters<typeof startPortal>[0] {
  const portBase = Number(env.PORT_BASE || DEFAULT_PORT_BASE);
  if (!Number.isInteger(portBase) || portBase < 1024 || portBase > 65_500) {
    throw new Refused('Please set PORT_BASE to a port number from 1024 to 65500.');
  }
  return {
    portBase,
    log: (line) => console.log(`  ${line}`),
    onStep: (title) => console.log(`${title} …`),
  };
}

/** Writes the addresses for scripts and tests; CONTRIBUTING.md names the file. */
async function writePortalFile({ edge: _, stop: __, ...addresses }: StartedPortal) {
  await mkdir(runFolder, { recursive: true });
  const content = { ...addresses, pid: process.pid };
  await writeFile(PORTAL_FILE, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Removes the file, unless another portal on other ports has replaced it. */
async function removePortalFile() {
  const { pid } = JSON.parse(await readFile(PORTAL_FILE, 'utf8').catch(() => '{}'));
  if (pid === process.pid) await rm(PORTAL_FILE, { force: true });
}

function welcome({ portal, outbox, member }: StartedPortal): string {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const rows: [string, string][] = [['Portal', portal]];
  // At another identity provider the demo member has no password.
  if (member && !env.OIDC_ISSUER) {
    rows.push(['Demo member', member.email], ['Password', member.password]);
  }
  if (member) rows.push(['Mails and SMS', outbox]);
  const lines = rows.map(([name, value]) => `  ${name.padEnd(14)} ${value}`);
  return ['', `The portal is ready (${seconds} s).`, '', ...lines, '', 'Ctrl-C ends it.', ''].join(
    '\n',
  );
}
