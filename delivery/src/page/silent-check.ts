import { join } from 'node:path';
import { inlineScript } from './boot-script.ts';

/** The script of `silent-check.html`, as it stands in the page. */
export function silentCheckScript(): string {
  return inlineScript(join(import.meta.dirname, 'silent-check-script.ts'));
}
