import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import { LocaleLink } from '@portal/kit/routing';
import { Button, Icon, VisuallyHidden } from '@portal/kit/ui';
import type { ReactNode } from 'react';
import { css } from '#css';
import { grounds } from '../../passports/passport-art.tsx';
import { PassportCard, shownPassport } from '../../passports/passport-card.tsx';
import { stub, ticket, ticketHeight, ticketPlace } from '../../passports/ticket-styles.ts';

type Props = {
  readonly passport: Passport;
  readonly onShowCode: () => void;
  /** Below the button, in the stub. */
  readonly children?: ReactNode;
};

/** A ticket: the face leads to the passport's page; so does the stub where there is no code to show. */
export function Ticket({ passport, onShowCode, children }: Props) {
  const { id, qr_code_url, design_id, transfer, ext_member_code: number } = passport;
  const to = `/my-page/passports/${id}` as const;
  const look = {
    className: `${grounds} ${ticket} ${ticketPlace} ${ticketHeight}`,
    'data-design': design_id,
  };
  const opensNone = qr_code_url === null;
  const face = <PassportCard cut="home" passport={shownPassport(passport)} />;
  return (
    <div {...look}>
      <LocaleLink to={to} className={faceLink}>
        {face}
        {opensNone && (
          <VisuallyHidden>
            <Trans>See the passport</Trans>
          </VisuallyHidden>
        )}
      </LocaleLink>
      <div className={stub}>
        {opensNone ? (
          // The same link for the eye, which the face has for everybody.
          <LocaleLink to={to} className={way} aria-hidden tabIndex={-1}>
            {transfer?.direction === 'incoming' ? (
              <Trans>See the offer</Trans>
            ) : (
              <Trans>See the passport</Trans>
            )}
            <Icon name="chevron-right" />
          </LocaleLink>
        ) : (
          <Button size="lg" variant="light" wide onClick={onShowCode}>
            <Icon name="ticket" />
            <Trans>Show the QR code</Trans>
          </Button>
        )}
        {children}
        {!children && number && (
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
  color: 'inherit',
  textDecoration: 'none',
  fontWeight: 'bold',
  _focusVisible: { outlineColor: 'fixed.white' },
});
