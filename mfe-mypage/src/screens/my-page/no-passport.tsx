import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type EndpointAnswer, listPassportDesigns } from '@portal/kit/contract';
import { formatPrice } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { LinkButton } from '@portal/kit/ui';
import { useEffect, useState } from 'react';
import { css } from '#css';
import { NotOnSale } from '../../passports/kinds-on-sale.tsx';
import { grounds, PassportArt } from '../../passports/passport-art.tsx';
import { ticketHeight } from '../../passports/ticket-styles.ts';

/** The places of the fan, which go from left to right, in the order of the designs: the first lies in the middle, on top. */
const PLACES = [2, 1, 3, 0, 4];

/** The ticket of a member who has none yet: the designs, what a passport opens, and its price (design §7.7). */
export function NoPassport() {
  const locale = useLocale();
  const selling = useSelling();
  const isOff = selling?.kinds.length === 0;
  const price = selling?.kinds
    .map((kind) => `${kind.name[locale]} ${formatPrice(kind.price)}`)
    .join(' · ');
  return (
    <div className={`${grounds} ${ticket} ${ticketHeight}`}>
      <div className={fan} aria-hidden="true">
        {selling?.data.slice(0, PLACES.length).map(({ id }, at) => (
          <div key={id} className={leaf} data-at={PLACES[at]}>
            <PassportArt designId={id} cut="card" />
          </div>
        ))}
      </div>
      <div className={words}>
        <p className={promise}>
          <Trans>As often as you like.</Trans>
        </p>
        <p className={faint}>
          <Trans>Your phone is your ticket, from the day you choose.</Trans>
        </p>
        <p className={priceLine}>{price && <Trans>{price} (tax included)</Trans>}</p>
        {isOff ? (
          <NotOnSale from={selling.next_sale} />
        ) : (
          <LinkButton to="/my-page/passports/purchase" size="lg" variant="light" wide>
            <Trans>Buy a passport</Trans>
          </LinkButton>
        )}
      </div>
    </div>
  );
}

function useSelling(): EndpointAnswer<typeof listPassportDesigns> | undefined {
  const [selling, setSelling] = useState<EndpointAnswer<typeof listPassportDesigns>>();
  useEffect(() => {
    void call(listPassportDesigns, {}).then((answer) => {
      if (answer.ok) setSelling(answer.data);
    });
  }, []);
  return selling;
}

const ticket = css({
  display: 'grid',
  gridTemplateRows: { base: 'minmax(11rem, 1fr) auto', lg: '1fr' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 26rem' },
  mx: { base: '-5', lg: '0' },
  overflow: 'hidden',
  borderBottomRadius: 'xl',
  borderTopRadius: { lg: 'xl' },
});
const fan = css({
  position: 'relative',
  overflow: 'hidden',
  '--leaf': { base: '6.75rem', lg: '13rem' },
  _forcedColors: { display: 'none' },
});
const leaf = css({
  position: 'absolute',
  insetInlineStart: 'calc(50% - var(--leaf) / 2)',
  insetBlockStart: { base: '6', lg: '16' },
  width: 'var(--leaf)',
  aspectRatio: '5 / 7',
  overflow: 'hidden',
  borderRadius: 'lg',
  boxShadow: 'popup',
  transform: 'translateX(calc(var(--turn) * var(--leaf) * 0.62)) rotate(calc(var(--turn) * 6deg))',
  '--turn': '0',
  '&[data-at="0"]': { '--turn': '-2', insetBlockStart: { base: '10', lg: '20' } },
  '&[data-at="1"]': { '--turn': '-1', zIndex: '1', insetBlockStart: { base: '8', lg: '4.5rem' } },
  '&[data-at="2"]': { zIndex: '2' },
  '&[data-at="3"]': { '--turn': '1', zIndex: '1', insetBlockStart: { base: '8', lg: '4.5rem' } },
  '&[data-at="4"]': { '--turn': '2', insetBlockStart: { base: '10', lg: '20' } },
});
const words = css({
  position: 'relative',
  display: 'grid',
  alignContent: 'center',
  px: { base: '5', lg: '8' },
  py: '5',
  zIndex: '3',
  background: 'inherit',
});
const promise = css({
  fontSize: '2xl',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textWrap: 'balance',
});
const faint = css({ mt: '1', color: 'var(--faint)', lineHeight: '1.5' });
// The price comes later, and nothing below it moves; that of two kinds has two lines on a phone.
const priceLine = css({
  minHeight: { base: '2lh', lg: '1lh' },
  mt: '2',
  mb: '3',
  fontSize: 'xl',
  fontWeight: 'bold',
  fontVariantNumeric: 'tabular-nums',
});
