import { systemClock } from '../clock.ts';
import { gate } from './gate.ts';

process.exitCode = await gate(process.argv.slice(2), {
  env: process.env,
  clock: systemClock,
  print: console.log,
  printError: console.error,
});
