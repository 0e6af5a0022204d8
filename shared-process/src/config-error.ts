import { Refused } from './command-line.ts';

/** An invalid configuration; `message` is one sentence that tells what to set. */
export class ConfigError extends Refused {
  override readonly name = 'ConfigError';
}
