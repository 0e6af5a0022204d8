import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { mountForMember } from '@portal/server-endpoint/mount';
import { nameDevice } from '@portal/server-members/devices';
import { listEvents, recordEvent } from '@portal/server-members/events';
import { toAnswer } from '@portal/server-platform/case';
import {
  ACTIVITY_LIMIT,
  type Activity,
  ActivitySchema,
  type Device,
  DeviceSchema,
  endBrowserTrust,
  listActivity,
  listDevices,
  signOutDevice,
  signOutDevices,
  type TrustedBrowser,
  TrustedBrowserSchema,
} from '@portal/shared-contract';
import {
  endTrust,
  listTrustedBrowsers,
  type TrustedBrowserRecord,
} from '../browsers/trusted-browsers.ts';

export function mountDevices(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, listDevices, async (_request, { member }) => {
    const sessions = await context.sessions.list(context, member.id);
    const devices = sessions.map((session) =>
      toAnswer<Device>(DeviceSchema, {
        ...session,
        ...nameDevice(session.userAgent),
        current: session.id === member.sessionUid,
      }),
    );
    const trusted = await listTrustedBrowsers(context, member.id);
    return {
      data: devices.sort((one, other) => Number(other.current) - Number(one.current)),
      trusted_browsers: trusted.map((browser) => toTrustedBrowser(browser, devices)),
    };
  });
  mountForMember(app, context, endBrowserTrust, async ({ params }, { member, device }) => {
    // As for a device: one that is unknown or another member's gets the same response.
    const outcome = await endTrust(context, member.id, params.id);
    if (outcome === 'ended') await recordEvent(context, member.id, 'browser_trust_ended', device);
    return undefined;
  });
  mountForMember(app, context, signOutDevice, async ({ params }, { member, device }) => {
    // A session that has ended or is another member's gets the same response, because there is nothing to end.
    const outcome = await context.sessions.end(context, member.id, params.id);
    if (outcome === 'ended') await recordEvent(context, member.id, 'signed_out_device', device);
    return undefined;
  });
  mountForMember(app, context, signOutDevices, async ({ query }, { member, device }) => {
    const exceptSession = query.scope === 'others' ? member.sessionUid : '';
    await context.sessions.endAll(context, member.id, { exceptSession });
    await recordEvent(context, member.id, 'signed_out_everywhere', device);
    return undefined;
  });
  mountForMember(app, context, listActivity, async (_request, { member }) => {
    const events = await listEvents(context, member.id, ACTIVITY_LIMIT);
    return {
      data: events.map((event) =>
        toAnswer<Activity>(ActivitySchema, { ...event, ...nameDevice(event.userAgent) }),
      ),
    };
  });
}

function toTrustedBrowser(
  { sessionUid, expiresAt, ...record }: TrustedBrowserRecord,
  devices: readonly Device[],
): TrustedBrowser {
  return toAnswer<TrustedBrowser>(TrustedBrowserSchema, {
    ...record,
    ...nameDevice(record.userAgent),
    deviceId: devices.find(({ id }) => id === sessionUid)?.id ?? null,
    trustedUntil: expiresAt,
  });
}
