import { storedSubject } from '@portal/shared-auth';
import {
  CODE_LIFETIME_MS,
  CODE_TRIES,
  type SentCode,
  type VerificationType,
} from '@portal/shared-contract';
import { type Draft, sessionDraft } from '@portal/shared-routing';
import * as v from 'valibot';

/** What is known of a sent code: where it went and when it expires. It never holds the code itself. */
export const SentCodeStateSchema = v.object({
  channel: v.picklist(['email', 'sms']),
  /** The address or number, masked by the server. */
  to: v.string(),
  /** In milliseconds since 1970, by this device's clock. */
  expiresAt: v.number(),
  tries: v.number(),
  /** Without signing in: the secret of this browser, with which it can use the code. */
  request: v.optional(v.string()),
});
export type SentCodeState = v.InferOutput<typeof SentCodeStateSchema>;

/** How long the draft is kept; longer than a code lives. */
const KEPT_MS = 15 * 60 * 1000;

/** The state of a code just sent. Its expiry counts by this device's clock, which may differ from the server's. */
export function codeSentTo(
  answer: SentCode & { readonly request?: string },
  now = Date.now(),
): SentCodeState {
  return {
    channel: answer.sms === undefined ? 'email' : 'sms',
    to: answer.sms ?? answer.email ?? '',
    expiresAt: now + CODE_LIFETIME_MS,
    tries: 0,
    ...(answer.request !== undefined && { request: answer.request }),
  };
}

export const codeRefused = (sent: SentCodeState): SentCodeState => ({
  ...sent,
  tries: sent.tries + 1,
});

export function unusableReason(
  sent: SentCodeState,
  now = Date.now(),
): 'expired' | 'too_many_tries' | undefined {
  if (sent.tries >= CODE_TRIES) return 'too_many_tries';
  return now >= sent.expiresAt ? 'expired' : undefined;
}

/** The draft that keeps the state of a sent code across a reload. */
export function sentCodeDraft(type: VerificationType): Draft<SentCodeState> {
  return sessionDraft({
    key: `code:${type}`,
    schema: SentCodeStateSchema,
    lifetimeMs: KEPT_MS,
    owner: storedSubject,
  });
}
