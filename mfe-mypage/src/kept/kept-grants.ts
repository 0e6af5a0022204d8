import { type KeptGrant, type KeptPass, keptPasses } from '@portal/kit/auth';
import type { Passport } from '@portal/kit/contract';
import {
  createDeviceKey,
  type DeviceKey,
  requestGrant,
} from '../passports/offline/device-grant.ts';

/** The last minute before a grant ends is what members read. */
const MINUTE_MS = 60_000;

type Grants = {
  readonly byPass: Readonly<Record<string, KeptGrant>>;
  readonly deviceKey: DeviceKey;
  /** While all of them can be used, in ms since 1970. */
  readonly worksUntil: number;
};

/** Grants for these passes and this device; undefined where there is none. `known`: the member's key here. */
export async function keptGrants(
  passes: readonly Passport[],
  known: DeviceKey | undefined,
): Promise<Grants | undefined> {
  const deviceKey = known ?? (await createDeviceKey());
  if (!deviceKey) return undefined;
  const asked = await Promise.all(
    passes.map(async ({ id }) => ({ id, answer: await requestGrant(id, deviceKey) })),
  );
  const granted = asked.flatMap(({ id, answer }): (readonly [string, KeptGrant])[] => {
    if (!answer.ok) return [];
    const { server_time, ...grant } = answer.data;
    return [[id, { grant, deviceOffset: Date.now() - Date.parse(server_time) }]];
  });
  if (granted.length === 0) return undefined;
  const ends = granted.map(([, { grant }]) => Date.parse(grant.valid_until));
  return {
    byPass: Object.fromEntries(granted),
    deviceKey,
    worksUntil: Math.min(...ends) - MINUTE_MS,
  };
}

/** What makes the codes of a pass that is kept on this device. */
export async function keptGrantOf(passId: string): Promise<KeptPass['codes']> {
  const passes = await keptPasses().catch(() => []);
  return passes.find(({ pass }) => pass.id === passId)?.codes;
}
