import type { LaunchOptions } from '@playwright/test';
import { BROWSER_ARGUMENTS, programOnPath } from '@portal/delivery-tools/gate/browser';

/** Looked for in this order; without any of them Playwright's own browser is used. */
const WHOLE_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'] as const;
/** The same engine without the browser's window: a run of the tests takes a quarter less time. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Parts of the browser's own window that no test sees; each would load pages of the address bar's suggestions. */
const UNSEEN = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];
/** Playwright's own list, which this one replaces: the browser reads only the last `--disable-features`. */
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

/** How the tests start a browser: Chromium's headless shell where the machine has it. */
export const testBrowserOptions = (): LaunchOptions =>
  optionsOf([HEADLESS_SHELL, ...WHOLE_BROWSERS]);

/** How the bench and a few tests start a browser: the whole one, which members have. */
export const browserOptions = (): LaunchOptions => ({
  // Without this Playwright's own browser would be its headless shell.
  channel: 'chromium',
  ...optionsOf(WHOLE_BROWSERS),
});

/** The whole browser of this machine, if it has one. */
export const wholeBrowser = (): string | undefined => programOnPath(WHOLE_BROWSERS);

function optionsOf(names: readonly string[]): LaunchOptions {
  const executablePath = programOnPath(names);
  const disabled = [...DISABLED_BY_PLAYWRIGHT, ...UNSEEN].join(',');
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [...BROWSER_ARGUMENTS, `--disable-features=${disabled}`],
  };
}
