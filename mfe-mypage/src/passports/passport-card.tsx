import { Trans } from '@lingui/react/macro';
import type { Passport } from '@portal/shared-contract';
import { formatName } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { Logo } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { HolderPhoto } from './holder-photo.tsx';
import { PassportArt } from './passport-art.tsx';
import { PassportDates } from './passport-dates.tsx';
import { PassportStatus } from './passport-status.tsx';

/** What the card shows, of a passport or of a purchase that is not made yet. */
type PassportCardData = Pick<
  Passport,
  | 'design_id'
  | 'photo'
  | 'usage_start_date'
  | 'ext_expiration_date'
  | 'confirmed_id_at'
  | 'ext_permission'
> & {
  readonly holder: Pick<Passport['holder'], 'first_name' | 'last_name'>;
  readonly status_name: Passport['status_name'] | Passport['transfer_status_name'];
  /** Who offers it, masked; shown in place of the holder. */
  readonly sender?: string | undefined;
  /** An expired or cancelled passport is shown in grey. */
  readonly ended?: boolean;
};

type Props = {
  readonly passport: PassportCardData;
  /** `tall`: the card of one passport. `wide`: a card among others in a row. */
  readonly cut: 'tall' | 'wide';
};

/** The passport's card: art, holder, photo, period and status (design §4.1). */
export function PassportCard({ passport, cut }: Props): ReactElement {
  const locale = useLocale();
  const { sender } = passport;
  const name = formatName(passport.holder, { locale });
  return (
    <div className={card} data-cut={cut} data-ended={passport.ended || undefined}>
      <PassportArt designId={passport.design_id} cut={cut} />
      <div className={top}>
        <span className={brand} data-cut={cut}>
          <Logo compact={cut === 'wide'} />
        </span>
        <PassportStatus status={passport.status_name} />
      </div>
      <div className={label} data-cut={cut}>
        <HolderPhoto src={passport.photo} alt="" size={cut === 'tall' ? 'md' : 'sm'} />
        <div className={words}>
          {cut === 'tall' && (
            <p className={kind}>
              <Trans>Annual passport</Trans>
            </p>
          )}
          <p className={holder} data-cut={cut}>
            {sender ? <Trans>From {sender}</Trans> : name}
          </p>
          <p className={period}>
            <PassportDates passport={passport} />
          </p>
        </div>
      </div>
    </div>
  );
}

const card = css({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  width: 'full',
  overflow: 'hidden',
  borderRadius: 'lg',
  background: 'sunken',
  boxShadow: 'popup',
  textAlign: 'start',
  // In a narrow container the label shrinks, not the art.
  containerType: 'inline-size',
  '&[data-cut=tall]': { minHeight: 'full' },
  '&[data-cut=wide]': { minHeight: '13.75rem', boxShadow: 'card' },
  '&[data-ended] > :is(svg, img)': { filter: 'grayscale(1)', opacity: '0.55' },
  _forcedColors: { border: '1px solid' },
});
// The brand and the status stand one below the other where there is no room for both in a line.
const top = css({
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '2',
  p: '3',
  // A rim sets the status chip off against the art.
  '& > span:last-child': {
    marginInlineStart: 'auto',
    maxWidth: 'full',
    boxShadow: '0 0 0 2px token(colors.surface)',
  },
});
const brand = css({
  display: 'inline-flex',
  alignItems: 'center',
  px: '3',
  borderRadius: 'lg',
  background: 'surface',
  maxWidth: 'full',
  // Unlike the header, the card grows with its text: the name breaks instead of giving way.
  '& > span': { alignItems: 'center', flexWrap: 'nowrap', height: 'auto', gap: '1.5' },
  '& svg': { boxSize: '5' },
  '& span span': {
    minWidth: '0',
    height: 'auto',
    minHeight: 'target',
    fontSize: 'sm',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '&[data-cut=wide]': { display: 'none' },
});
const label = css({
  position: 'relative',
  display: 'flex',
  // Enlarged text goes below the photo.
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4',
  m: '3',
  p: '3',
  borderRadius: 'md',
  background: 'surface',
  '&[data-cut=tall]': { alignItems: 'flex-end', '& > span:first-child': { mt: '-10' } },
  '@container (max-width: 19rem)': {
    m: '2',
    p: '2',
    gap: '2',
    '& > span:first-child': { width: '4rem' },
  },
  '&[data-cut=wide]': { py: '2', gap: '3' },
});
const words = css({ minWidth: '0', flex: '1 1 6rem' });
const kind = css({ fontSize: 'sm', color: 'ink.muted', lineHeight: 'tight' });
const holder = css({
  fontWeight: 'bold',
  lineHeight: 'tight',
  overflowWrap: 'anywhere',
  '&[data-cut=tall]': {
    fontSize: 'xl',
    '@container (max-width: 19rem)': { fontSize: 'lg' },
  },
});
const period = css({
  fontSize: 'sm',
  lineHeight: 'tight',
  mt: '1',
  '@container (max-width: 19rem)': { fontSize: '0.75rem' },
});
