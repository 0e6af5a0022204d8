import type { TestType } from '@playwright/test';
import { wholeBrowser } from './browser.ts';

/** Skips what a headless shell cannot do, where the machine has no other Chromium. */
export function needsWholeBrowser(test: TestType<object, object>): void {
  // biome-ignore lint/suspicious/noSkippedTests: where there is none it says so
  test.skip(
    wholeBrowser() === undefined,
    'needs the whole Chromium, which this machine does not have: apt-get install chromium',
  );
}
