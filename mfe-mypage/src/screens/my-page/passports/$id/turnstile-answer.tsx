import { Trans } from '@lingui/react/macro';
import { turnstileAnswerAtom, useSession } from '@portal/kit/auth';
import { type TurnstileAnswer as Answer, type Passport, todayInJapan } from '@portal/kit/contract';
import { sentenceGap } from '@portal/kit/i18n';
import { Icon } from '@portal/kit/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { css } from '#css';
import { DateText, momentInJapan } from '../../../../passports/passport-dates.tsx';
import { Stamp } from '../../../../passports/stamp.tsx';

/** A turnstile that still sees the code reads it again: within this time that is no refusal. */
const READ_AGAIN_MS = 60_000;

/** A turnstile's answer to this passport since its code is shown; undefined before, and once it is dismissed. */
export function useTurnstileAnswer(passportId: string) {
  const latest = useSession(turnstileAnswerAtom);
  /** The last that was no second reading, also from before the code is shown. */
  const [before, setBefore] = useState(latest);
  const [answer, setAnswer] = useState<Answer>();
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

const isReadAgain = (latest: Answer, before: Answer | null): boolean =>
  before?.reason === null &&
  before.passport_id === latest.passport_id &&
  (latest.reason === 'used_already' || latest.reason === 'entered_already') &&
  Date.parse(latest.at) - Date.parse(before.at) < READ_AGAIN_MS;

export type NextPassport = { readonly name: string; readonly show: () => void };

type Props = {
  readonly next?: NextPassport | undefined;
  readonly answer: Answer;
  readonly passport: Passport;
  readonly onBack: () => void;
};

/** What the turnstile has answered, in the place of the code: checked in, or why not and whom to ask. */
export function TurnstileAnswer({ answer, passport, onBack, next }: Props) {
  const { reason, turnstile, at } = answer;
  const nextName = next?.name;
  const moment = momentInJapan(at);
  return (
    <div className={place} data-turnstile-answer={reason ?? 'entered'}>
      <div role="status" className={words}>
        <span className={mark}>
          {reason === null ? (
            <Stamp date={todayInJapan(new Date(at))} />
          ) : (
            <Icon name="clock" size="lg" />
          )}
        </span>
        <p className={title}>
          {reason === null ? <Trans>Checked in</Trans> : refusal(reason, passport).title}
        </p>
        {reason === null ? (
          <p className={note}>
            {moment}
            <br />
            {turnstile}
          </p>
        ) : (
          <p className={note}>
            {refusal(reason, passport).text}
            {sentenceGap()}
            <Trans>Ask the staff at the gate.</Trans>
          </p>
        )}
      </div>
      {reason === null && next && (
        <button type="button" className={go} onClick={next.show}>
          <Trans>Next: {nextName}</Trans>
        </button>
      )}
      <button type="button" className={back} onClick={onBack}>
        <Trans>Back to the QR code</Trans>
      </button>
    </div>
  );
}

type Refusal = { readonly title: ReactNode; readonly text: ReactNode };

/** In the member's words; what the turnstile itself says is for the staff. */
function refusal(reason: string, passport: Passport): Refusal {
  const title = <Trans>This passport cannot be used right now</Trans>;
  switch (reason) {
    case 'upcoming':
      return {
        title: <Trans>Not valid yet</Trans>,
        text: (
          <Trans>
            It can be used from <DateText date={passport.usage_start_date} />.
          </Trans>
        ),
      };
    case 'expired':
      return {
        title: <Trans>No longer valid</Trans>,
        text: (
          <Trans>
            Its last day was <DateText date={passport.ext_expiration_date} />.
          </Trans>
        ),
      };
    case 'used_already':
    case 'entered_already':
      return {
        title: <Trans>Already checked in</Trans>,
        text: <Trans>It was used just now.</Trans>,
      };
    case 'payment_pending':
      return { title, text: <Trans>It is not paid yet.</Trans> };
    case 'transferring':
      return { title, text: <Trans>It is being given to somebody.</Trans> };
    case 'canceled':
      return { title, text: <Trans>It was cancelled.</Trans> };
    case 'no_photo':
      return { title, text: <Trans>It has no photo yet.</Trans> };
    default:
      return {
        title: <Trans>The code could not be used</Trans>,
        text: <Trans>Show the newest code.</Trans>,
      };
  }
}

const place = css({ display: 'grid', justifyItems: 'center', gap: '4', color: 'fixed.ink' });
const words = css({ display: 'grid', justifyItems: 'center', gap: '3', textAlign: 'center' });
const mark = css({
  display: 'grid',
  placeItems: 'center',
  minHeight: '6rem',
  color: 'fixed.stamp',
  '& [data-stamped]': {
    boxSize: '8.5rem',
    color: 'inherit',
    animation: { base: 'press 350ms both', _motionReduce: 'none' },
  },
  '& svg:not([data-stamped])': { boxSize: '3rem' },
});
const title = css({ fontSize: '2xl', fontWeight: 'bold', lineHeight: 'tight' });
// On white in both appearances.
const button = { minHeight: 'target', px: '5', borderRadius: 'md', fontWeight: 'bold' } as const;
const go = css({ ...button, background: 'fixed.accent', color: 'fixed.white' });
const back = css({ ...button, background: 'fixed.soft', color: 'fixed.accent' });
const note = css({ color: 'fixed.muted', fontVariantNumeric: 'tabular-nums' });
