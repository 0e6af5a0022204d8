import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** Looked for in this order; without any of them Playwright's own browser is used. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'] as const;

/** A browser that talks to the portal and to nobody else. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** How every browser of this package is started: the machine's own Chromium where there is one. */
export function browserOptions(): LaunchOptions {
  const executablePath = browserOnPath();
  return {
    ...(executablePath ? { executablePath } : {}),
    // Chromium refuses its sandbox to root; containers of a CI run as root.
    args: [...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  };
}

function browserOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
