import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leaksIn } from '@portal/server-testing/log-leaks';

/** @throws Error when a log in this folder tells something of a member, or a secret */
export async function refuseLeaks(folder: string): Promise<void> {
  const names = await readdir(folder);
  const leaks = await Promise.all(
    names.map(async (name) =>
      leaksIn(await readFile(join(folder, name), 'utf8')).map((leak) => `${name} has ${leak}`),
    ),
  );
  if (leaks.flat().length > 0) throw new Error(leaks.flat().slice(0, 20).join('\n'));
}
