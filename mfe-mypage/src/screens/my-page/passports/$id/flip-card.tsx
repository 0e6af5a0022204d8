import { Trans, useLingui } from '@lingui/react/macro';
import { hasEnded, type Passport } from '@portal/kit/contract';
import { announce, Button, Icon, Logo } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { css } from '#css';
import { PassportCard } from '../../../../passports/passport-card.tsx';
import { FullScreenQr } from './full-screen-qr.tsx';
import { QrFace, QrNotes } from './qr-face.tsx';
import { TURNING_CARD, useTurnAfterPayment } from './use-turn-after-payment.ts';
import { useTurnstileCodes } from './use-turnstile-codes.ts';
import { useWakeLock } from './use-wake-lock.ts';

type Props = {
  readonly passport: Passport;
  /** The member has just bought it: the card turns over once when it is paid. */
  readonly isAfterPayment: boolean;
};

/** The card, which turns over to its QR code if the passport opens a turnstile (design §4.2). */
export function FlipCard({ passport, isAfterPayment }: Props): ReactElement {
  const { t } = useLingui();
  const opensTurnstile = passport.qr_code_url !== null;
  const [flipped, setFlipped] = useState(false);
  const [fullScreen, setFullScreen] = useState(false);
  const turned = flipped && opensTurnstile;
  const codes = useTurnstileCodes(passport.id, turned);
  useWakeLock(turned);
  const { face, isTurning } = useTurnAfterPayment(passport, isAfterPayment);
  const shown = face ?? passport;

  const flip = () => {
    announce(turned ? t`The front of the card is shown.` : t`The code for the gate is shown.`);
    setFlipped(!turned);
  };
  return (
    <div className={container}>
      <div
        className={scene}
        style={isTurning ? { viewTransitionName: TURNING_CARD } : undefined}
        data-turning={isTurning || undefined}
      >
        <div className={card} data-turned={turned || undefined}>
          <div className={side} inert={turned}>
            <PassportCard passport={{ ...shown, ended: hasEnded(shown) }} cut="card" />
            {!face && (
              <div className={back}>
                <span className={mark}>
                  <Logo compact />
                </span>
              </div>
            )}
          </div>
          {opensTurnstile && (
            <div className={side} data-side="back" inert={!turned}>
              <QrFace passport={passport} codes={codes} onEnlarge={() => setFullScreen(true)} />
            </div>
          )}
        </div>
      </div>
      {opensTurnstile && (
        <div className={controls}>
          {turned && <QrNotes codes={codes} />}
          <Button size="lg" wide variant={turned ? 'outline' : 'solid'} onClick={flip}>
            <Icon name={turned ? 'card' : 'ticket'} />
            {turned ? <Trans>Back to the card</Trans> : <Trans>Show the QR code</Trans>}
          </Button>
        </div>
      )}
      {turned && fullScreen && (
        <FullScreenQr passport={passport} codes={codes} onClose={() => setFullScreen(false)} />
      )}
    </div>
  );
}

const container = css({
  display: 'grid',
  gap: '4',
  width: 'full',
  maxWidth: '22rem',
  mx: 'auto',
});
const scene = css({ perspective: '75rem' });
const card = css({
  position: 'relative',
  display: 'grid',
  aspectRatio: '5 / 7',
  // Enlarged text makes the card higher.
  gridTemplateRows: 'minmax(min-content, 1fr)',
  transformStyle: 'preserve-3d',
  transitionProperty: 'transform',
  transitionDuration: 'normal',
  transitionTimingFunction: 'out',
  '&[data-turned]': { transform: 'rotateY(180deg)' },
});
// Both sides share one grid cell, so that the card is as high as the taller one.
const side = css({
  gridArea: '1 / 1',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minWidth: '0',
  backfaceVisibility: 'hidden',
  '&[data-side=back]': { transform: 'rotateY(180deg)' },
});
// Lies over the front, whose art loads meanwhile.
const back = css({
  position: 'absolute',
  inset: '0',
  display: 'grid',
  placeItems: 'center',
  borderRadius: 'xl',
  background: 'fixed.ground',
  boxShadow: 'popup',
});
const mark = css({ px: '4', py: '2', borderRadius: 'lg', background: 'surface' });
const controls = css({ display: 'grid', gap: '3' });
