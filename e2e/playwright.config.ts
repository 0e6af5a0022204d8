import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { testBrowserOptions } from '@portal/delivery-tools/gate/browser';
import { ENGINES, type EngineName, engineOnMachine } from './src/engines/engines.ts';
import { PROVIDER_KINDS, PROVIDER_NAMES, type ProviderName } from './src/providers/kinds.ts';
import { missingPackages } from './src/providers/started-provider.ts';

/**
 * They start portals of their own, which takes as long as several tests. The first eleven share
 * one (src/support/changeable-portal.ts).
 */
const OWN_PORTALS = [
  ...['disruption', 'mixed-releases', 'open-tab', 'override', 'second-team', 'blast-radius'],
  ...['many-remotes', 'kit', 'day-of-releases', 'slots', 'preview'],
  ...['brand', 'own-origins', 'end', 'other-provider', 'old-browsers'],
].map((name) => `**/${name}.spec.ts`);

/** The same journeys in each engine of the machine. */
const ENGINES_FOLDER = '**/engines/*.spec.ts';
/** At each provider, of the packages of the machine. */
const PROVIDERS_FOLDER = '**/providers/*.spec.ts';
/** Of docker.config.ts. */
const DOCKER_FOLDER = '**/docker/*.spec.ts';

const RESULTS = resolve(import.meta.dirname, '../test-results');

/**
 * `npm test` runs everything but what is tagged `@proof`, `npm run proofs` the rest. Nothing is
 * retried: a flaky test fails.
 */
export default defineConfig<object, { engine: EngineName; providerName: ProviderName }>({
  testDir: 'src',
  globalSetup: './src/support/global-setup.ts',
  outputDir: resolve(RESULTS, 'e2e'),
  fullyParallel: true,
  forbidOnly: true,
  // With two browsers, a fifth of the time of two cores is idle.
  workers: 3,
  projects: [
    // In one worker, beside the others, and first: at the end the other cores would wait for them.
    { name: 'own portals', testMatch: OWN_PORTALS, workers: 1 },
    {
      name: 'journeys',
      testMatch: '**/*.spec.ts',
      testIgnore: [...OWN_PORTALS, ENGINES_FOLDER, PROVIDERS_FOLDER, DOCKER_FOLDER],
    },
    ...ENGINES.filter((engine) => engineOnMachine(engine)).map((engine) => ({
      name: `engine ${engine}`,
      testMatch: ENGINES_FOLDER,
      // Playwright's own picture needs a style that the policy stops in Firefox.
      use: { engine, screenshot: 'off' as const },
    })),
    ...PROVIDER_NAMES.filter((name) => missingPackages(PROVIDER_KINDS[name]).length === 0).map(
      (providerName) => ({
        name: `provider ${providerName}`,
        testMatch: PROVIDERS_FOLDER,
        workers: 1,
        use: { providerName },
      }),
    ),
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
