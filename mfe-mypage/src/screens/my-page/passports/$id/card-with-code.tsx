import { Trans } from '@lingui/react/macro';
import { hasEnded, type Passport } from '@portal/kit/contract';
import { Button, Icon } from '@portal/kit/ui';
import { useState } from 'react';
import { css } from '#css';
import { PassportCard } from '../../../../passports/passport-card.tsx';
import { TurnstileScreen } from '../../turnstile-screen.tsx';

/** The card, and below it the button that shows its code if the passport opens a turnstile (design §4.2). */
export function CardWithCode({ passport }: { readonly passport: Passport }) {
  const opensTurnstile = passport.qr_code_url !== null;
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={container}>
      <div className={card}>
        <PassportCard passport={{ ...passport, ended: hasEnded(passport) }} cut="card" />
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
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '4',
  width: 'full',
  maxWidth: '22rem',
  mx: 'auto',
});
const card = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  aspectRatio: '5 / 7',
  // Enlarged text makes the card higher.
  gridTemplateRows: 'minmax(min-content, 1fr)',
});
