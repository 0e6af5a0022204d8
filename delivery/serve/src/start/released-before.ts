import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { undefinedIfMissing } from '@portal/delivery-builder/workspace/undefined-if-missing';
import type { createReleaseClient } from '@portal/delivery-model/client/client';
import type { PartRelease } from '@portal/delivery-model/log/operations';

/** Which builds were released before, so that a restart undoes neither a roll-back nor a team's release. */
export type ReleasedBefore = {
  has(release: PartRelease): boolean;
  remember(releases: readonly PartRelease[]): Promise<void>;
};

/**
 * The last build of each part that was released from this machine. An older one counts as new, so that
 * somebody who goes back to older sources sees them.
 * @param file versions by part, as JSON
 */
export async function releasedFromHere(file: string): Promise<ReleasedBefore> {
  const json = (await undefinedIfMissing(readFile(file, 'utf8'))) ?? '{}';
  const versions: Readonly<Record<string, string>> = JSON.parse(json);
  return {
    has: ({ part, version }) => versions[part] === version,
    async remember(releases) {
      const released = releases.map(({ part, version }) => [part, version]);
      await mkdir(dirname(file), { recursive: true });
      const text = JSON.stringify({ ...versions, ...Object.fromEntries(released) });
      await writeFile(`${file}.tmp`, `${text}\n`);
      await rename(`${file}.tmp`, file);
    },
  };
}

/** Every release that was ever promoted, from the history itself: for a container, which keeps no file. */
export async function releasedInLog(
  client: Pick<ReturnType<typeof createReleaseClient>, 'history'>,
): Promise<ReleasedBefore> {
  const entries = await client.history();
  const released = new Set(
    entries.flatMap(({ operation }) => (operation.type === 'promote' ? [keyOf(operation)] : [])),
  );
  return { has: (release) => released.has(keyOf(release)), async remember() {} };
}

const keyOf = ({ part, version }: PartRelease) => `${part} ${version}`;
