import { systemClock } from '@portal/server-platform/clock';
import { turnstile } from './turnstile.ts';

process.exitCode = await turnstile(process.argv.slice(2), {
  env: process.env,
  clock: systemClock,
  print: console.log,
  printError: console.error,
});
