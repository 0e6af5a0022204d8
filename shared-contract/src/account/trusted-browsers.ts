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
