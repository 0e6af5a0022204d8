import { Trans, useLingui } from '@lingui/react/macro';
import type { Passport } from '@portal/shared-contract';
import { formatName } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { Button, Spinner, Stack } from '@portal/shared-ui';
import { Problem } from '@portal/shared-ui/forms';
import { QrCode } from '@portal/shared-ui/qr-code';
import type { ReactElement } from 'react';
import { css } from '#css';
import { PassDates } from '../../../../passes/pass-dates.tsx';
import { isClockWrong, lastMoment, type ShownCode } from './code-clock.ts';
import type { Codes } from './use-codes.ts';

type Props = {
  readonly pass: Passport;
  readonly codes: Codes;
  readonly onEnlarge: () => void;
};

/** The back of the card: the code for the gate, white in either appearance. */
export function CodeFace({ pass, codes, onEnlarge }: Props): ReactElement {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <div className={face}>
      <div className={codePlace}>
        {codes.shown ? (
          <button
            type="button"
            className={codeButton}
            onClick={onEnlarge}
            aria-label={t`Show the code larger`}
          >
            <RingedCode shown={codes.shown} />
          </button>
        ) : (
          <NoCode codes={codes} />
        )}
      </div>
      <div className={whose}>
        <p className={name}>{formatName(pass.holder, { locale })}</p>
        <p className={dates}>
          <PassDates pass={pass} />
        </p>
      </div>
    </div>
  );
}

/** The code with the ring that runs down until the next one. */
export function RingedCode({ shown }: { readonly shown: ShownCode }): ReactElement {
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
          strokeDashoffset={1 - shown.share}
          data-part="left"
        />
      </svg>
      <QrCode text={shown.text} label={t`QR code for the gate`} className={square} />
    </span>
  );
}

function NoCode({ codes }: { readonly codes: Codes }): ReactElement {
  const { asking, error, askAgain } = codes;
  if (asking || !error) {
    return (
      <span role="status" className={waiting}>
        <Spinner />
        <Trans>Fetching the code</Trans>
      </span>
    );
  }
  return (
    <Problem
      error={error}
      action={
        <Button variant="outline" size="sm" onClick={askAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}

/** What a member should know of the code shown: no connection, a clock that is wrong. */
export function CodeNotes({ codes }: { readonly codes: Codes }): ReactElement {
  const locale = useLocale();
  const { shown, fetched, error } = codes;
  const last = fetched && lastMoment(fetched.codes);
  const time = last && timeOfDay(last, locale);
  const seconds = shown && Math.ceil(shown.left / 1000);
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
        {shown && fetched && isClockWrong(fetched.clock) && (
          <p className={note} data-tone="warning">
            <Trans>
              Your device’s clock is wrong. The code is right all the same; please set the clock
              when you can.
            </Trans>
          </p>
        )}
      </div>
    </Stack>
  );
}

function timeOfDay(moment: string, locale: 'ja' | 'en'): string {
  return new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-US', {
    timeStyle: 'short',
  }).format(new Date(moment));
}

const face = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  height: 'full',
  p: '5',
  borderRadius: 'lg',
  background: '#fff',
  color: '#23201c',
  boxShadow: 'popup',
  forcedColorAdjust: 'none',
});
const codePlace = css({ flex: '1', display: 'grid', placeItems: 'center', minHeight: '0' });
const codeButton = css({
  width: 'full',
  maxWidth: '19rem',
  p: '0',
  border: '0',
  background: 'transparent',
  borderRadius: 'md',
  cursor: 'zoom-in',
});
const ringed = css({ position: 'relative', display: 'block', p: '4%' });
const ring = css({
  position: 'absolute',
  inset: '0',
  width: 'full',
  height: 'full',
  fill: 'none',
  strokeWidth: '2.4',
  strokeLinecap: 'round',
  '& [data-part=track]': { stroke: '#ecebf7' },
  '& [data-part=left]': {
    stroke: '#35348a',
    transitionProperty: 'stroke-dashoffset',
    transitionDuration: '1000ms',
    transitionTimingFunction: 'linear',
  },
});
const square = css({ display: 'block', width: 'full', height: 'auto', forcedColorAdjust: 'none' });
const waiting = css({ display: 'grid', justifyItems: 'center', gap: '3', color: '#5b544b' });
const whose = css({ textAlign: 'center' });
const name = css({ fontWeight: 'bold', fontSize: 'lg', lineHeight: 'tight' });
const dates = css({ fontSize: 'sm', color: '#5b544b' });
const note = css({
  textAlign: 'center',
  fontSize: 'sm',
  color: 'ink.muted',
  fontVariantNumeric: 'tabular-nums',
  '&[data-tone=warning]': { color: 'warning', fontWeight: 'medium' },
});
