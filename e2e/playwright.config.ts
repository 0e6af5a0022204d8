import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ENGINES, type EngineName, engineOnMachine } from './src/engines/engines.ts';
import { testBrowserOptions } from './src/support/browser.ts';

/** They start portals of their own. The first line shares one (src/support/changeable-portal.ts). */
const OWN_PORTALS = [
  ...['mixed-releases', 'open-tab', 'second-team', 'kit', 'day-of-releases'],
  ...['brand', 'faults', 'end', 'old-browsers'],
].map((name) => `**/${name}.spec.ts`);

/** The same journeys in each engine of the machine. */
const ENGINES_FOLDER = '**/engines/*.spec.ts';
/** Of docker.config.ts. */
const DOCKER_FOLDER = '**/docker/*.spec.ts';

const RESULTS = resolve(import.meta.dirname, '../test-results');

/** `npm test` runs all but `@proof`, `npm run proofs` the rest. Nothing is retried: a flaky test fails. */
export default defineConfig<object, { engine: EngineName }>({
  testDir: 'src',
  globalSetup: './src/support/global-setup.ts',
  outputDir: resolve(RESULTS, 'e2e'),
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  projects: [
    // In one worker, beside the others, and first: at the end the other core would wait for them.
    { name: 'own portals', testMatch: OWN_PORTALS, workers: 1 },
    {
      name: 'journeys',
      testMatch: '**/*.spec.ts',
      testIgnore: [...OWN_PORTALS, ENGINES_FOLDER, DOCKER_FOLDER],
    },
    ...ENGINES.filter((engine) => engineOnMachine(engine)).map((engine) => ({
      name: `engine ${engine}`,
      testMatch: ENGINES_FOLDER,
      // Playwright's own picture needs a style that the policy stops in Firefox.
      use: { engine, screenshot: 'off' as const },
    })),
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: resolve(RESULTS, 'e2e.json') }]],
  use: {
    launchOptions: testBrowserOptions(),
    // The portal uses the browser's language where nothing else names one.
    locale: 'ja-JP',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Its own tests allow it (src/offline); what it answers, no test could change or hold up.
    serviceWorkers: 'block',
    trace: 'off',
    // Less than the test's own time-out, so that the report names the step.
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
  },
});
