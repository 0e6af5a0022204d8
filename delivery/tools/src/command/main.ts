#!/usr/bin/env node
import { endWithReader } from '@portal/shared-process/command-line';
import { runPortal } from './run.ts';

/** `npm run portal -- …`: see docs/releases.md. */
endWithReader();
process.exitCode = await runPortal(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
});
