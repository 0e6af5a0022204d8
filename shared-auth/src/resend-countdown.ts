import {
  LONG_RESEND_S,
  resendSeconds,
  VERIFICATION_TYPES,
  type VerificationType,
} from '@portal/shared-contract';
import { useAtomValue } from 'jotai';
import * as v from 'valibot';
import { authStore, isCountingAtom, type ResendWait, remainingTimeAtom, state } from './atoms.ts';
import { currentPlatform, type Platform } from './platform.ts';
import { parseJson } from './return-to.ts';
import { RESEND_DEADLINE } from './stored-names.ts';

type Storage = Pick<Platform, 'sessionStorage' | 'now'>;

const ResendWaitSchema = v.object({
  deadline: v.number(),
  type: v.picklist(VERIFICATION_TYPES),
});

/**
 * A code was sent: the wait for the next one begins. It is kept as a
 * deadline, so that a reload or a sleeping phone does not change it.
 * @param options.longWait the code was asked for with `long_wait`
 */
export function codeSent(
  type: VerificationType,
  { longWait = false }: { readonly longWait?: boolean } = {},
  { sessionStorage, now }: Storage = currentPlatform(),
): void {
  const wait = { type, deadline: now() + resendSeconds(type, longWait) * 1000 };
  sessionStorage.set(RESEND_DEADLINE, JSON.stringify(wait));
  showWait(wait, now());
}

/** Shows the wait that was under way before a reload, if it has not ended. */
export function restoreResendWait({ sessionStorage, now }: Storage): ResendWait | undefined {
  const stored = v.safeParse(ResendWaitSchema, parseJson(sessionStorage.get(RESEND_DEADLINE)));
  if (!stored.success) return undefined;
  const remainingMs = stored.output.deadline - now();
  // Longer than the longest wait: the clock was set back, and the deadline means nothing now.
  if (remainingMs <= 0 || remainingMs > LONG_RESEND_S * 1000) return undefined;
  showWait(stored.output, now());
  return stored.output;
}

function showWait(wait: ResendWait, now: number): void {
  authStore.set(state.clock, now);
  authStore.set(state.resendWait, wait);
  authStore.set(state.verificationType, wait.type);
}

/** Seconds until the next code may be sent, counted down while the component is mounted. */
export function useResendCountdown(): { readonly seconds: number; readonly counting: boolean } {
  return {
    seconds: useAtomValue(remainingTimeAtom, { store: authStore }),
    counting: useAtomValue(isCountingAtom, { store: authStore }),
  };
}
