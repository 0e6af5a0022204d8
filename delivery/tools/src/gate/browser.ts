import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { refused } from '@portal/delivery-model/client/failure';
import type { Browser, LaunchOptions } from 'playwright-core';

/** Looked for in this order; without any of them Playwright's own browser is used. */
const WHOLE_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'] as const;
/** The same engine without the browser's window: a run of the tests takes a quarter less time. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** A browser that talks to the portal and to nobody else. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/**
 * Parts of the browser's own window that no test sees. Each window would load the pages of the
 * address bar's suggestions, which takes longer than a page of the portal.
 */
const UNSEEN = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];
/**
 * Playwright's own list. The browser reads only the last `--disable-features`, so this one replaces
 * Playwright's and repeats it.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** How the tests and the gate start a browser: Chromium's headless shell where the machine has it. */
export const testBrowserOptions = (path = process.env.PATH): LaunchOptions =>
  optionsOf([HEADLESS_SHELL, ...WHOLE_BROWSERS], path);

/** How the bench and a few tests start a browser: the whole one, which members have. */
export const browserOptions = (): LaunchOptions => ({
  // Without this Playwright's own browser would be its headless shell.
  channel: 'chromium',
  ...optionsOf(WHOLE_BROWSERS, process.env.PATH),
});

/** The whole browser of this machine, if it has one. */
export const wholeBrowser = (): string | undefined => programOnPath(WHOLE_BROWSERS);

function optionsOf(names: readonly string[], path: string | undefined): LaunchOptions {
  const executablePath = programOnPath(names, path);
  const disabled = [...DISABLED_BY_PLAYWRIGHT, ...UNSEEN].join(',');
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...QUIET,
      `--disable-features=${disabled}`,
      // Chromium refuses its sandbox to root; containers of a CI run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  };
}

/** Playwright would end this process at a signal, before it has closed anything else. */
const CLOSED_BY_US = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

/**
 * Starts Chromium.
 * @param path where programs are looked for, as in `PATH`
 * @throws CommandFailure where there is none
 */
export async function launchBrowser(path: string | undefined): Promise<Browser> {
  // Only this command needs it, and it is large.
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({ ...testBrowserOptions(path ?? ''), ...CLOSED_BY_US });
  } catch (error) {
    if (!/Executable doesn't exist/.test((error as Error).message)) throw error;
    throw refused(
      'no-browser',
      'There is no Chromium on this machine, so that no route can be opened.',
      'Install one (a package named chromium, or `npx playwright-core install chromium-headless-shell`), or run the gate on a machine that has one.',
    );
  }
}

/** The first of the programs that this machine has, in their order. */
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
