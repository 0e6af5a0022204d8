import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/support/browser.ts';
import { TRIES } from './src/support/tries.ts';

const RESULTS = resolve(import.meta.dirname, '../test-results');

/**
 * Two browsers at a time is what two cores carry. What needed a second try is listed as flaky.
 */
export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  globalSetup: './src/support/global-setup.ts',
  outputDir: resolve(RESULTS, 'e2e'),
  fullyParallel: true,
  workers: 2,
  retries: TRIES - 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: resolve(RESULTS, 'e2e.json') }]],
  use: {
    launchOptions: browserOptions(),
    // The portal speaks the browser's language where nothing else says which.
    locale: 'ja-JP',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'off',
    // Sooner than the test's own time: the report then names the step.
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
  },
});
