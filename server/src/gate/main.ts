import { gate } from './gate.ts';

process.exitCode = await gate(process.argv.slice(2), {
  env: process.env,
  print: console.log,
  printError: console.error,
});
