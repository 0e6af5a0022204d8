import {
  ACTIVITY_LIMIT,
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  getWaysIn,
  listActivity,
  listDevices,
  listPasskeys,
  makeRecoveryCodes,
  type Passkey,
  removePasskey,
  removeTotp,
  renamePasskey,
  signOutDevice,
  signOutDevices,
} from '@portal/shared-contract';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import * as factors from '../../domain/account/second-factors.ts';
import { nameDevice } from '../../domain/devices.ts';
import { listEvents, recordEvent } from '../../domain/events.ts';
import { findMemberById } from '../../domain/members.ts';
import * as passkeys from '../../domain/second-factors/passkeys.ts';
import { waysIn } from '../../domain/second-factors/ways-in.ts';
import { endSession, endSessionsOf, listSessions } from '../../domain/sessions.ts';
import { actorOf, answerNothing } from '../actor.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { mountForMember } from '../mount.ts';
import { refusalOf, refuse } from '../refusal.ts';

/** The security page under the settings: devices, activities, and the ways in. */
export function mountSecurity(app: ApiApp, context: ApiContext): void {
  mountDevices(app, context);
  mountPasskeys(app, context);
  mountApp(app, context);

  mountForMember(app, context, getWaysIn, async (_request, { member }) => {
    const found = await findMemberById(context, member.id);
    return found ? { data: await waysIn(context, found) } : refuse('auth.unauthorized');
  });
}

function mountDevices(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listDevices, async (_request, { member }) => {
    const sessions = await listSessions(context, member.id);
    const devices = sessions.map(({ id, userAgent, country, signedInAt, lastSeenAt }) => ({
      id,
      ...nameDevice(userAgent),
      country,
      signed_in_at: signedInAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      current: id === member.sessionUid,
    }));
    return { data: devices.sort((one, other) => Number(other.current) - Number(one.current)) };
  });
  mountForMember(app, context, signOutDevice, async ({ params }, { member, device }) => {
    // One that is not theirs, or has ended, is answered alike: there is nothing left to end.
    const outcome = await endSession(context, member.id, params.id);
    if (outcome === 'ended') await recordEvent(context, member.id, 'signed_out_device', device);
    return undefined;
  });
  mountForMember(app, context, signOutDevices, async ({ query }, { member, device }) => {
    const exceptSession = query.scope === 'others' ? member.sessionUid : '';
    await endSessionsOf(context, member.id, { exceptSession });
    await recordEvent(context, member.id, 'signed_out_everywhere', device);
    return undefined;
  });
  mountForMember(app, context, listActivity, async (_request, { member }) => {
    const events = await listEvents(context, member.id, ACTIVITY_LIMIT);
    return {
      data: events.map(({ id, kind, happenedAt, userAgent, country }) => ({
        id,
        kind,
        happened_at: happenedAt.toISOString(),
        ...nameDevice(userAgent),
        country,
      })),
    };
  });
}

function mountPasskeys(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listPasskeys, async (_request, { member }) => ({
    data: (await passkeys.listPasskeys(context, member.id)).map(toPasskey),
  }));
  mountForMember(app, context, beginPasskey, async (_request, call) => {
    const outcome = await factors.beginPasskey(context, actorOf(call));
    return outcome.ok ? { data: outcome.value } : refusalOf(outcome);
  });
  mountForMember(app, context, addPasskey, async ({ body }, call) => {
    const made = {
      name: body.name ?? '',
      // The contract has checked its outline; the library checks every byte.
      response: body.response as unknown as RegistrationResponseJSON,
    };
    const outcome = await factors.addPasskey(context, actorOf(call), made);
    return outcome.ok ? { data: toPasskey(outcome.value) } : refusalOf(outcome);
  });
  mountForMember(app, context, renamePasskey, async ({ params, body }, { member }) => {
    const name = body.name ?? '';
    const renamed = await passkeys.renamePasskey(context, member.id, params.id, name);
    return renamed ? { data: toPasskey(renamed) } : refuse('request.not_found');
  });
  mountForMember(app, context, removePasskey, async ({ params }, call) =>
    answerNothing(await factors.removePasskey(context, actorOf(call), params.id)),
  );
}

function mountApp(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, beginTotp, async (_request, call) => {
    const outcome = await factors.beginTotp(context, actorOf(call));
    return outcome.ok ? { data: outcome.value } : refusalOf(outcome);
  });
  mountForMember(app, context, confirmTotp, async ({ body }, call) => {
    const outcome = await factors.confirmTotp(context, actorOf(call), body.code);
    return outcome.ok ? { data: { recovery_codes: [...outcome.value] } } : refusalOf(outcome);
  });
  mountForMember(app, context, removeTotp, async (_request, call) =>
    answerNothing(await factors.removeTotp(context, actorOf(call))),
  );
  mountForMember(app, context, makeRecoveryCodes, async (_request, call) => {
    const outcome = await factors.newRecoveryCodes(context, actorOf(call));
    return outcome.ok ? { data: { recovery_codes: [...outcome.value] } } : refusalOf(outcome);
  });
}

function toPasskey({ id, name, createdAt, lastUsedAt, backedUp }: passkeys.PasskeyRecord): Passkey {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    backed_up: backedUp,
  };
}
