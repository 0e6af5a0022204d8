import { turnstileAnswerAtom, useSession } from '@portal/kit/auth';
import type { TurnstileAnswer } from '@portal/kit/contract';
import { useEffect, useState } from 'react';

/** A turnstile that still sees the code reads it again: within this time that is no refusal. */
const READ_AGAIN_MS = 60_000;

/**
 * What a turnstile has answered to this passport since its code is shown; undefined before, and once it is
 * dismissed.
 */
export function useTurnstileAnswer(passportId: string): {
  readonly answer: TurnstileAnswer | undefined;
  readonly dismiss: () => void;
} {
  const latest = useSession(turnstileAnswerAtom);
  /** The last that was no second reading, also from before the code is shown. */
  const [before, setBefore] = useState(latest);
  const [answer, setAnswer] = useState<TurnstileAnswer>();
  useEffect(() => {
    if (!latest || latest.id === before?.id || isReadAgain(latest, before)) return;
    setBefore(latest);
    if (latest.passport_id !== passportId) return;
    setAnswer(latest);
    // Felt where the screen is turned to the turnstile; a browser that cannot does nothing.
    navigator.vibrate?.(latest.reason === null ? 80 : [80, 80, 80]);
  }, [latest, before, passportId]);
  return { answer, dismiss: () => setAnswer(undefined) };
}

const isReadAgain = (latest: TurnstileAnswer, before: TurnstileAnswer | null): boolean =>
  before?.reason === null &&
  before.passport_id === latest.passport_id &&
  (latest.reason === 'used_already' || latest.reason === 'entered_already') &&
  Date.parse(latest.at) - Date.parse(before.at) < READ_AGAIN_MS;
