import { Trans, useLingui } from '@lingui/react/macro';
import { type Passport, todayInJapan } from '@portal/kit/contract';
import { formatDateTime, formatName, formatTime } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Button, Spinner, Stack } from '@portal/kit/ui';
import { ApiErrorBanner } from '@portal/kit/ui/forms';
import { QrCode } from '@portal/kit/ui/qr-code';
import { css } from '#css';
import { HolderPhoto } from '../../../../passports/holder-photo.tsx';
import { PassportDates } from '../../../../passports/passport-dates.tsx';
import { type NextPassport, TurnstileAnswer, useTurnstileAnswer } from './turnstile-answer.tsx';
import type { ShownCode } from './turnstile-code-clock.ts';
import type { TurnstileCodes } from './use-turnstile-codes.ts';

type Props = {
  readonly passport: Passport;
  readonly codes: TurnstileCodes;
  readonly next?: NextPassport | undefined;
};

export function CodeAtTurnstile({ passport, codes, next }: Props) {
  const { answer, dismiss } = useTurnstileAnswer(passport.id);
  return (
    <>
      {/* In the tree before its text, which then says that the code is there. */}
      <p role="status" className={sentence}>
        {!answer && codes.shown && <Trans>Hold the code to the reader at the gate.</Trans>}
      </p>
      <div className={pane}>
        <div className={codePlace}>
          {answer ? (
            <TurnstileAnswer answer={answer} passport={passport} onBack={dismiss} next={next} />
          ) : codes.shown ? (
            <QrCodeWithTimer shown={codes.shown} />
          ) : (
            <QrUnavailable codes={codes} />
          )}
        </div>
        <div className={stub}>
          <HolderCaption passport={passport} />
        </div>
      </div>
      <div className={notes} data-empty={Boolean(answer || !codes.shown) || undefined}>
        {!answer && <QrNotes codes={codes} />}
      </div>
    </>
  );
}

const sentence = css({ minHeight: '1lh', fontWeight: 'bold', textAlign: 'center' });
// The code above its stub; on a phone that lies on its side, the stub is beside it.
const pane = css({
  display: 'flex',
  flexDirection: { base: 'column', _landscape: 'row' },
  alignItems: 'stretch',
  maxWidth: 'full',
  overflow: 'hidden',
  borderRadius: 'xl',
  background: 'fixed.white',
  color: 'fixed.ink',
});
const codePlace = css({
  '--side': { base: 'min(88vw, 54dvh)', _landscape: 'min(50vw, 70dvh, 100dvh - 10.5rem)' },
  display: 'grid',
  placeItems: 'center',
  width: 'var(--side)',
  mx: 'auto',
  minHeight: 'var(--side)',
  p: '4',
});
const notch = {
  content: '""',
  position: 'absolute',
  insetBlockStart: '-3',
  boxSize: '6',
  borderRadius: 'full',
  background: 'fixed.ground',
} as const;
const stub = css({
  position: 'relative',
  display: 'grid',
  alignItems: 'center',
  px: '6',
  py: '5',
  borderTop: { base: '2px dashed token(colors.fixed.faint)', _landscape: '0' },
  borderInlineStart: { _landscape: '2px dashed token(colors.fixed.faint)' },
  _before: { ...notch, insetInlineStart: '-3' },
  _after: {
    ...notch,
    insetInlineEnd: { base: '-3', _landscape: 'auto' },
    insetInlineStart: { _landscape: '-3' },
    insetBlockStart: { base: '-3', _landscape: 'auto' },
    insetBlockEnd: { _landscape: '-3' },
  },
});
// Words have the colors of the appearance, so they bring their ground with them.
const notes = css({
  background: 'surface',
  borderRadius: 'md',
  px: '3',
  py: '1',
  '&[data-empty]': { background: 'transparent' },
});

const MINUTE_MS = 60_000;

/** Whose code it is: the staff compare the photo with the person in front of them. */
function HolderCaption({ passport }: { readonly passport: Passport }) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <div className={caption}>
      <HolderPhoto src={passport.photo} alt={t`Photo of the holder`} size="md" />
      <div className={words}>
        <p className={name}>{formatName(passport.holder, { locale })}</p>
        <p className={dates}>
          <PassportDates passport={passport} />
        </p>
      </div>
    </div>
  );
}

function QrCodeWithTimer({ shown }: { readonly shown: ShownCode }) {
  const { t } = useLingui();
  return (
    <span className={ringed}>
      <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false" className={ring}>
        <rect x="2" y="2" width="96" height="96" rx="9" data-part="track" />
        <rect
          x="2"
          y="2"
          width="96"
          height="96"
          rx="9"
          pathLength={1}
          strokeDasharray="1"
          strokeDashoffset={1 - shown.remainingShare}
          data-part="left"
        />
      </svg>
      <QrCode text={shown.text} label={t`QR code for the gate`} className={square} />
    </span>
  );
}

function QrUnavailable({ codes }: { readonly codes: TurnstileCodes }) {
  const { loading, error, retry } = codes;
  if (loading || !error) {
    return (
      <span role="status" className={waiting}>
        <Spinner />
        <Trans>Loading the code</Trans>
      </span>
    );
  }
  return (
    <ApiErrorBanner
      error={error}
      action={
        <Button variant="outline" size="sm" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}

function QrNotes({ codes }: { readonly codes: TurnstileCodes }) {
  const { shown, lastsUntil, isClockWrong, error } = codes;
  const time = lastsUntil && formatEnd(lastsUntil);
  const seconds = shown && Math.ceil(shown.remainingMs / 1000);
  return (
    <Stack gap="xs">
      {shown && (
        <p aria-hidden="true" className={note}>
          <Trans>The code changes in {seconds} s</Trans>
        </p>
      )}
      <div role="status">
        {shown && error && (
          <p className={note} data-tone="warning">
            <Trans>No connection. The codes on this device keep working until {time}.</Trans>
          </p>
        )}
        {shown && isClockWrong && (
          <p className={note} data-tone="warning">
            <Trans>
              Your device’s clock is wrong. The code still works, but set the clock when you can.
            </Trans>
          </p>
        )}
      </div>
    </Stack>
  );
}

/** The last minute before the end, in Japan, where the turnstiles are; with its date on another day. */
function formatEnd(end: string): string {
  const last = new Date(Date.parse(end) - MINUTE_MS);
  const isToday = todayInJapan(last) === todayInJapan(new Date());
  return isToday ? formatTime(last, IN_JAPAN) : formatDateTime(last, IN_JAPAN);
}

const IN_JAPAN = { timeZone: 'Asia/Tokyo' } as const;

const ringed = css({ position: 'relative', display: 'block', p: '4%' });
const ring = css({
  position: 'absolute',
  inset: '0',
  boxSize: 'full',
  fill: 'none',
  strokeWidth: '2.4',
  strokeLinecap: 'round',
  '& [data-part=track]': { stroke: 'fixed.soft' },
  '& [data-part=left]': {
    stroke: 'fixed.accent',
    transitionProperty: 'stroke-dashoffset',
    transitionDuration: '1000ms',
    transitionTimingFunction: 'linear',
  },
});
const square = css({ display: 'block', width: 'full', height: 'auto', forcedColorAdjust: 'none' });
const waiting = css({ display: 'grid', justifyItems: 'center', gap: '3', color: 'fixed.muted' });
// Enlarged text goes below the photo.
const caption = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4' });
const words = css({ flex: '1 1 6rem', minWidth: '0', overflowWrap: 'anywhere' });
const name = css({ fontWeight: 'bold', fontSize: 'xl', lineHeight: 'tight' });
const dates = css({ fontSize: 'sm', color: 'fixed.muted' });
const note = css({
  textAlign: 'center',
  fontSize: 'sm',
  color: 'ink.muted',
  fontVariantNumeric: 'tabular-nums',
  '&[data-tone=warning]': { color: 'warning', fontWeight: 'medium' },
});
