import { existsSync } from 'node:fs';
import { type BrowserType, chromium, firefox, type LaunchOptions, webkit } from '@playwright/test';
import { programOnPath, testBrowserOptions } from '@portal/delivery-tools/gate/browser';
import { firefoxOfMachine } from './firefox.ts';

/** The three engines that members have. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** How an engine is driven on this machine: by Playwright, or by a driver of WebDriver. */
export type Engine =
  | { readonly browser: BrowserType; readonly options: LaunchOptions }
  | { readonly driver: string };

/** Playwright's own browser where it is installed, else that of the machine; undefined where there is none. */
export function engineOnMachine(name: EngineName): Engine | undefined {
  if (name === 'chromium') return { browser: chromium, options: testBrowserOptions() };
  const own = { firefox, webkit }[name];
  if (existsSync(own.executablePath())) return { browser: own, options: {} };
  if (name === 'firefox') {
    const options = firefoxOfMachine();
    return options && { browser: firefox, options };
  }
  const driver = programOnPath(['WebKitWebDriver']);
  return driver && programOnPath(['Xvfb']) ? { driver } : undefined;
}
