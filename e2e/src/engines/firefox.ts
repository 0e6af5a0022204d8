import { resolve } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { programOnPath } from '@portal/delivery-tools/gate/browser';

/** It talks to the portal and to nobody else. */
const SETTINGS = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.proxy.allow_hijacking_localhost': true,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://localhost:1/',
  'toolkit.telemetry.enabled': false,
};

/** How Playwright starts the system's Firefox, by WebDriver BiDi; undefined where this machine has none. */
export function firefoxOfMachine(): LaunchOptions | undefined {
  const program = programOnPath(['firefox-esr', 'firefox']);
  if (!program) return undefined;
  return {
    channel: 'moz-firefox',
    executablePath: resolve(import.meta.dirname, 'firefox-relay.ts'),
    env: { ...process.env, FIREFOX: program },
    firefoxUserPrefs: SETTINGS,
  };
}
