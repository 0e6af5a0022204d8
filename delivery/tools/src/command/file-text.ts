import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { wrongUsage } from '@portal/delivery-model/client/failure';
import type { Input } from './command.ts';

/**
 * Reads the file that an option names, such as one with a token, which must not stand in a command's words.
 * @throws CommandFailure for a file that cannot be read
 */
export function fileText(input: Input, option: string): string | undefined {
  const name = input.text(option);
  if (name === undefined) return undefined;
  try {
    return readFileSync(resolve(input.cwd, name), 'utf8').trim();
  } catch {
    throw wrongUsage(`${name} cannot be read.`, `Name the file of --${option}.`);
  }
}
