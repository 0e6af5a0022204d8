import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { refused } from '@portal/delivery-model/client/failure';
import type { Browser } from 'playwright-core';

/** Looked for in this order; without any of them Playwright's own browser is used. */
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** A browser that talks to the portal and to nobody else. */
export const BROWSER_ARGUMENTS: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // Chromium refuses its sandbox to root; containers of a CI run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Playwright would end this process at a signal, before it has closed anything else. */
const CLOSED_BY_US = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

export async function launchBrowser(path: string | undefined): Promise<Browser> {
  // Only this command needs it, and it is large.
  const { chromium } = await import('playwright-core');
  const executablePath = programOnPath(PROGRAMS, path ?? '');
  try {
    return await chromium.launch({
      ...(executablePath && { executablePath }),
      args: [...BROWSER_ARGUMENTS],
      ...CLOSED_BY_US,
    });
  } catch (error) {
    if (!/Executable doesn't exist/.test((error as Error).message)) throw error;
    throw refused(
      'no-browser',
      'There is no Chromium on this machine, so that no route can be opened.',
      'Install one (a package named chromium, or `npx playwright-core install chromium-headless-shell`), or run the gate on a machine that has one.',
    );
  }
}

export function programOnPath(
  names: readonly string[],
  path = process.env.PATH ?? '',
): string | undefined {
  const folders = path.split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
