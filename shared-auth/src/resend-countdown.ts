import {
  LONG_RESEND_S,
  resendSeconds,
  VERIFICATION_TYPES,
  type VerificationType,
} from '@portal/shared-contract';
import { useAtomValue } from 'jotai';
import * as v from 'valibot';
import { authStore, isCountingAtom, type ResendWait, remainingTimeAtom, state } from './atoms.ts';
import type { ValueStore } from './platform.ts';
import { parseJson } from './redirect-address.ts';
import { RESEND_DEADLINE } from './stored-names.ts';

const ResendWaitSchema = v.object({
  deadline: v.number(),
  type: v.picklist(VERIFICATION_TYPES),
});

/** Starts the wait of spec §9; `longWait` is the flag of the v2 call. It is a deadline, so that a reload and a sleeping phone change nothing. */
export function startResendWait(
  storage: ValueStore,
  type: VerificationType,
  longWait: boolean,
  now: number,
): void {
  const wait = { type, deadline: now + resendSeconds(type, longWait) * 1000 };
  storage.set(RESEND_DEADLINE, JSON.stringify(wait));
  authStore.set(state.clock, now);
  authStore.set(state.resendWait, wait);
}

/** The wait that was under way before a reload, if it has not ended. */
export function restoreResendWait(storage: ValueStore, now: number): ResendWait | undefined {
  const stored = v.safeParse(ResendWaitSchema, parseJson(storage.get(RESEND_DEADLINE)));
  if (!stored.success) return undefined;
  const { deadline, type } = stored.output;
  // Further away than the longest wait: the clock was set back, and the deadline means nothing now.
  if (deadline <= now || deadline - now > LONG_RESEND_S * 1000) return undefined;
  authStore.set(state.clock, now);
  authStore.set(state.resendWait, stored.output);
  authStore.set(state.verificationType, type);
  return stored.output;
}

/** Seconds until the next code may be sent, counted down while the component is mounted. */
export function useResendCountdown(): { readonly seconds: number; readonly counting: boolean } {
  return {
    seconds: useAtomValue(remainingTimeAtom, { store: authStore }),
    counting: useAtomValue(isCountingAtom, { store: authStore }),
  };
}
