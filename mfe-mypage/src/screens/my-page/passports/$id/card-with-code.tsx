import { Trans } from '@lingui/react/macro';
import { hasEnded, type Passport } from '@portal/kit/contract';
import { Button, Icon, Logo } from '@portal/kit/ui';
import { type ReactElement, useState } from 'react';
import { css } from '#css';
import { PassportCard } from '../../../../passports/passport-card.tsx';
import { TurnstileScreen } from '../../turnstile-screen.tsx';
import { TURNING_CARD, useTurnAfterPayment } from './use-turn-after-payment.ts';

type Props = {
  readonly passport: Passport;
  /** The member has just bought it: the card turns over once when it is paid. */
  readonly isAfterPayment: boolean;
};

/** The card, and below it the button that shows its code if the passport opens a turnstile (design §4.2). */
export function CardWithCode({ passport, isAfterPayment }: Props): ReactElement {
  const opensTurnstile = passport.qr_code_url !== null;
  const [isShown, setIsShown] = useState(false);
  const { face, isTurning } = useTurnAfterPayment(passport, isAfterPayment);
  const shown = face ?? passport;
  return (
    <div className={container}>
      <div
        className={card}
        style={isTurning ? { viewTransitionName: TURNING_CARD } : undefined}
        data-turning={isTurning || undefined}
      >
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
        <Button size="lg" wide onClick={() => setIsShown(true)}>
          <Icon name="ticket" />
          <Trans>Show the QR code</Trans>
        </Button>
      )}
      {opensTurnstile && isShown && (
        <TurnstileScreen
          passports={[passport]}
          first={passport.id}
          onClose={() => setIsShown(false)}
        />
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
const card = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  aspectRatio: '5 / 7',
  // Enlarged text makes the card higher.
  gridTemplateRows: 'minmax(min-content, 1fr)',
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
