import { applyNotificationUpdate } from '@portal/kit/auth';
import type { TurnstileAnswer } from '@portal/kit/contract';
import { act, renderHook } from '@testing-library/react';
import { useTurnstileAnswer } from './turnstile-answer.tsx';

const PASSPORT = 'passport';
let answers = 0;

/** The turnstile answers so many seconds after it was first used. */
function turnstileAnswers(reason: string | null, seconds: number, passport = PASSPORT) {
  answers += 1;
  const turnstile: TurnstileAnswer = {
    id: String(answers),
    passport_id: passport,
    at: new Date(seconds * 1000).toISOString(),
    turnstile: 'North gate',
    reason,
  };
  return act(() => applyNotificationUpdate({ unread: 0, newestId: null, turnstile }));
}

const shown = () => renderHook(() => useTurnstileAnswer(PASSPORT)).result;

// @proves 14.702
test('what was answered before the code is shown is not shown', async () => {
  await turnstileAnswers(null, 0);
  const screen = shown();
  expect(screen.current.answer).toBeUndefined();
  await turnstileAnswers('expired', 90);
  expect(screen.current.answer?.reason).toBe('expired');
});

// @proves 14.702
test('a turnstile that reads on is no refusal, also where the code was closed and opened again', async () => {
  const first = shown();
  await turnstileAnswers(null, 100);
  expect(first.current.answer?.reason).toBeNull();
  const again = shown();
  await turnstileAnswers('used_already', 110);
  await turnstileAnswers('used_already', 120);
  expect(again.current.answer).toBeUndefined();
  await turnstileAnswers('used_already', 170);
  expect(again.current.answer?.reason).toBe('used_already');
});

// @proves 14.702
test('an entry with another passport makes no refusal of this one silent', async () => {
  const screen = shown();
  await turnstileAnswers(null, 300, 'another');
  await turnstileAnswers('used_already', 310);
  expect(screen.current.answer?.reason).toBe('used_already');
});
