import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import type { ReactElement } from 'react';
import { css } from '#css';
import { type NextPassport, TurnstileAnswer } from './turnstile-answer.tsx';
import { HolderCaption, QrCodeWithTimer, QrNotes, QrUnavailable } from './turnstile-code.tsx';
import { useTurnstileAnswer } from './use-turnstile-answer.ts';
import type { TurnstileCodes } from './use-turnstile-codes.ts';

type Props = {
  readonly passport: Passport;
  readonly codes: TurnstileCodes;
  /** Whose code follows when this one has opened the turnstile. */
  readonly next?: NextPassport | undefined;
};

/** A passport's code on a white ticket, with its holder, whom the staff look for. */
export function CodeAtTurnstile({ passport, codes, next }: Props): ReactElement {
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
