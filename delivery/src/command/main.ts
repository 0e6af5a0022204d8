#!/usr/bin/env node
import { runPortal } from './run.ts';

/** `npx portal …`, `npm run portal -- …`: see docs/releases.md. */
process.exitCode = await runPortal(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
});
