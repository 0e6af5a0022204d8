import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TimestampSchema } from '../timestamp.ts';

/** For how many days a browser is trusted. */
export const TRUST_DAYS = 30;

/** A browser in which the member signs in by the password alone. */
export const TrustedBrowserSchema = v.object({
  id: v.string(),
  /** The device in the list of devices; null where the browser is signed out. */
  device_id: v.nullable(v.string()),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  country: v.nullable(v.string()),
  last_used_at: TimestampSchema,
  trusted_until: TimestampSchema,
});
export type TrustedBrowser = v.InferOutput<typeof TrustedBrowserSchema>;

/** A browser that is not trusted any more is left as it is, and the call succeeds. */
export const endBrowserTrust = endpoint('DELETE', '/me/trusted-browsers/{id}', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  inNewBrowser: true,
  summary: 'Ends the trust in a browser: the next sign-in there takes the second step.',
  params: v.object({ id: v.pipe(v.string(), v.uuid()) }),
});

/** The browser’s product name, taken from its user agent and never translated; null if unknown. */
const browser = v.nullable(v.string());
/** The operating system, for example Windows, macOS, iOS or Android; null if unknown. */
const system = v.nullable(v.string());
/** ISO 3166-1 alpha-2, if the proxy in front of the server provides it; otherwise null. */
const country = v.nullable(v.string());

export const DeviceSchema = v.object({
  id: v.string(),
  browser,
  system,
  country,
  signed_in_at: TimestampSchema,
  last_seen_at: TimestampSchema,
  /** True for the device that makes this request. */
  current: v.boolean(),
});
export type Device = v.InferOutput<typeof DeviceSchema>;

export const listDevices = endpoint('GET', '/me/devices', {
  access: 'member',
  summary:
    'The devices on which the member is signed in: this one first, then the most recently seen. And the browsers that need no second step.',
  answer: v.object({
    data: v.array(DeviceSchema),
    trusted_browsers: v.array(TrustedBrowserSchema),
  }),
});

/** Signing out a device that is already signed out succeeds. The current device may sign itself out. */
export const signOutDevice = endpoint('DELETE', '/me/devices/{id}', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  inNewBrowser: true,
  summary: 'Signs out one device.',
  // PostgreSQL stores no NUL character.
  params: v.object({ id: v.pipe(v.string(), v.maxLength(100), v.excludes('\0')) }),
});

export const signOutDevices = endpoint('DELETE', '/me/devices', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  inNewBrowser: true,
  summary: 'Signs out all other devices, or with `scope=all` this one too.',
  query: v.object({ scope: v.optional(v.picklist(['others', 'all']), 'others') }),
});

/** The kinds of event in the list of activities. The screen has their texts. */
export const ACTIVITY_KINDS = [
  'signed_in',
  'sign_in_locked',
  'signed_out_device',
  'signed_out_everywhere',
  'browser_trusted',
  'browser_trust_ended',
  'browser_trust_copied',
  'profile_changed',
  'email_verified',
  'phone_changed',
  'phone_removed',
  'email_changed',
  /** Of the time when only a change of address could be taken back; old lists still have it. */
  'email_change_undone',
  'changes_undone',
  'account_closed',
  'account_reopened',
  'data_export_requested',
  'data_exported',
  'password_set',
  'password_changed',
  'mfa_enabled',
  'mfa_channel_changed',
  'mfa_codes_off',
  'mfa_disabled',
  'totp_added',
  'totp_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'recovery_asked',
  'passkey_added',
  'passkey_removed',
  'line_linked',
  'line_unlinked',
  'terms_accepted',
  'passport_offered',
  'passport_given',
  'passport_photo_changed',
  'passport_design_changed',
  'passport_card_ordered',
  'passport_canceled',
  'address_changed',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const ActivitySchema = v.object({
  id: v.string(),
  kind: v.picklist(ACTIVITY_KINDS),
  happened_at: TimestampSchema,
  browser,
  system,
  country,
});
export type Activity = v.InferOutput<typeof ActivitySchema>;

/** The number of events in the answer. */
export const ACTIVITY_LIMIT = 50;

export const listActivity = endpoint('GET', '/me/activity', {
  access: 'member',
  summary: 'The latest activities of the account, newest first.',
  answer: v.object({ data: v.array(ActivitySchema) }),
});
