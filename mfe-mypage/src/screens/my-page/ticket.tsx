import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import { LocaleLink } from '@portal/kit/routing';
import { Button, Icon } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { grounds } from '../../passports/art/grounds.ts';
import { PassportCard } from '../../passports/passport-card.tsx';
import { shownPassport } from '../../passports/shown-passport.ts';
import { stub, ticket } from '../../passports/ticket-styles.ts';
import { ticketHeight } from './passport-carousel-styles.ts';

type Props = {
  readonly passport: Passport;
  readonly onShowCode: () => void;
};

/**
 * A passport as a ticket: its face leads to its page, and the stub has the button that shows its code. A
 * passport that opens no turnstile is one link.
 */
export function Ticket({ passport, onShowCode }: Props): ReactElement {
  const { id, qr_code_url, design_id, ext_member_code: number } = passport;
  const to = `/my-page/passports/${id}` as const;
  const look = { className: `${grounds} ${ticket} ${ticketHeight}`, 'data-design': design_id };
  const face = <PassportCard cut="home" passport={shownPassport(passport)} />;
  if (qr_code_url === null) {
    return (
      <LocaleLink to={to} {...look}>
        {face}
        <div className={stub}>
          <p className={way}>
            <Trans>See the passport</Trans>
            <Icon name="chevron-right" />
          </p>
        </div>
      </LocaleLink>
    );
  }
  return (
    <div {...look}>
      <LocaleLink to={to} className={faceLink}>
        {face}
      </LocaleLink>
      <div className={stub}>
        <Button size="lg" variant="light" wide onClick={onShowCode}>
          <Icon name="ticket" />
          <Trans>Show the QR code</Trans>
        </Button>
        {number && (
          <p className={numberStyle}>
            <Trans>Passport number</Trans>
            <br />
            {number}
          </p>
        )}
      </div>
    </div>
  );
}

const faceLink = css({
  display: 'grid',
  minWidth: '0',
  color: 'inherit',
  textDecoration: 'none',
  _focusVisible: { outlineOffset: '-5px', outlineColor: 'fixed.white' },
});
// There is room for it on a desktop alone.
const numberStyle = css({
  display: { base: 'none', lg: 'block' },
  color: 'var(--faint)',
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '1.5',
});
const way = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minHeight: '14',
  borderRadius: 'md',
  background: 'fixed.lift',
  fontWeight: 'bold',
});
