import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of an installed package, in `node_modules` of the folder or above; undefined for none. */
export function installedFolder(name: string, from: string): string | undefined {
  for (let at = from; ; at = path.dirname(at)) {
    const folder = path.join(at, 'node_modules', name);
    if (existsSync(path.join(folder, 'package.json'))) return folder;
    if (at === path.dirname(at)) return undefined;
  }
}
