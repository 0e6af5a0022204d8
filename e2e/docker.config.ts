import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** Of what an engine of Docker runs, with no other portal beside it: `npm run proofs -- docker`. */
export default defineConfig({
  ...config,
  globalSetup: [],
  workers: 1,
  projects: [{ name: 'docker', testMatch: '**/docker/*.spec.ts' }],
});
