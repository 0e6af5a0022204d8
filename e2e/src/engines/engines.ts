import { existsSync } from 'node:fs';
import { type BrowserType, firefox, type LaunchOptions, webkit } from '@playwright/test';
import { programOnPath } from '@portal/delivery-tools/gate/browser';
import { firefoxOfMachine } from './firefox.ts';

/** The engines that members have beside Chromium's. */
export const ENGINES = ['firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** How an engine is driven on this machine: by Playwright, or by a driver of WebDriver. */
export type Engine =
  | { readonly browser: BrowserType; readonly options: LaunchOptions }
  | { readonly driver: string };

/** Playwright's own browser where it is installed, else that of the machine; undefined where there is none. */
export function engineOnMachine(name: EngineName): Engine | undefined {
  const own = { firefox, webkit }[name];
  if (existsSync(own.executablePath())) return { browser: own, options: {} };
  if (name === 'firefox') {
    const options = firefoxOfMachine();
    return options && { browser: firefox, options };
  }
  const driver = programOnPath(['WebKitWebDriver']);
  return driver && programOnPath(['Xvfb']) ? { driver } : undefined;
}
