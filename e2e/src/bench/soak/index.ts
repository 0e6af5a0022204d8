import { parseArgs } from 'node:util';
import { soakRouteChanges } from './route-changes.ts';
import { soakServer } from './server.ts';

/**
 * What lasts long keeps no memory: a tab over a thousand changes of route, and the server over ten minutes.
 * @param args `--changes 1000`, `--minutes 10`; 0 leaves one out
 */
export async function benchSoak(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      changes: { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '10' },
    },
  });
  if (Number(values.changes) > 0) await soakRouteChanges(Number(values.changes));
  if (Number(values.minutes) > 0) await soakServer(Number(values.minutes));
}
