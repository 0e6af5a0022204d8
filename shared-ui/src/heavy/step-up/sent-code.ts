import { storedSubject } from '@portal/shared-auth';
import { CODE_TRIES, type SentCode, type VerificationType } from '@portal/shared-contract';
import { type Draft, sessionDraft } from '@portal/shared-routing';
import * as v from 'valibot';

/** A code on its way to the member: where it went and until when it counts. Never the code itself. */
export const SentCodeStateSchema = v.object({
  channel: v.picklist(['email', 'sms']),
  /** Masked by the server. */
  to: v.string(),
  /** In ms since 1970, by this device's clock. */
  expiresAt: v.number(),
  /** Wrong ones entered so far. */
  tries: v.number(),
});
export type SentCodeState = v.InferOutput<typeof SentCodeStateSchema>;

/** Why a sent code is of no use any more. */
export type Spent = 'expired' | 'too_many_tries';

/** Codes end by themselves; what is known of them need not be kept longer. */
const KEPT_MS = 15 * 60 * 1000;

/** A code was sent. The server's moments are read as spans, since the device's clock may be wrong. */
export function codeSentTo(answer: SentCode, lifetimeMs: number, now: number): SentCodeState {
  return {
    channel: answer.sms === undefined ? 'email' : 'sms',
    to: answer.sms ?? answer.email ?? '',
    expiresAt: now + lifetimeMs,
    tries: 0,
  };
}

export const codeRefused = (sent: SentCodeState): SentCodeState => ({
  ...sent,
  tries: sent.tries + 1,
});

export function spent(sent: SentCodeState, now: number): Spent | undefined {
  if (sent.tries >= CODE_TRIES) return 'too_many_tries';
  return now >= sent.expiresAt ? 'expired' : undefined;
}

/** What is kept of a sent code over a reload. */
export function keptCode(type: VerificationType): Draft<SentCodeState> {
  return sessionDraft({
    key: `code:${type}`,
    schema: SentCodeStateSchema,
    lifetimeMs: KEPT_MS,
    owner: storedSubject,
  });
}
