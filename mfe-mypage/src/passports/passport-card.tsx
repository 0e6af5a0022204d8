import { Trans } from '@lingui/react/macro';
import { hasEnded, type Passport } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { StatusChip } from '@portal/kit/ui';
import { css } from '#css';
import { HolderPhoto } from './holder-photo.tsx';
import { grounds, PassportArt } from './passport-art.tsx';
import { PassportDates } from './passport-dates.tsx';
import { PassportStatus } from './passport-status.tsx';

/** What the card shows, of a passport or of a purchase that is not made yet. */
export type PassportCardData = Pick<
  Passport,
  'design_id' | 'usage_start_date' | 'ext_expiration_date' | 'confirmed_id_at' | 'ext_permission'
> & {
  readonly holder: Pick<Passport['holder'], 'first_name' | 'last_name'>;
  /** Missing while it is not asked for. */
  readonly photo?: Passport['photo'] | undefined;
  /** Its name, where the passport is to be told from others of an order. */
  readonly kindName?: string | undefined;
  readonly status_name: Passport['status_name'] | Passport['transfer_status_name'];
  /** Who offers it, masked; shown in place of the holder. */
  readonly sender?: string | undefined;
  /** An expired or cancelled passport is shown in grey. */
  readonly ended?: boolean;
};

/** What the card of a passport among others shows: an offer or a gift before the passport's own status. */
export function shownPassport(passport: Passport): PassportCardData {
  const { transfer, given, status_name, transfer_status_name } = passport;
  return {
    ...passport,
    status_name: transfer || given ? transfer_status_name : status_name,
    ended: hasEnded(passport) || given !== null,
    sender:
      transfer?.direction === 'incoming'
        ? (transfer.giver_name ?? transfer.other ?? undefined)
        : undefined,
  };
}

type Props = {
  readonly passport: PassportCardData;
  /** `card`: a passport as an object. `home`: the face of a ticket, to the edges of its container. */
  readonly cut: 'card' | 'home';
};

/** The passport's face (design §4.1). The status is said where the passport is not simply valid. */
export function PassportCard({ passport, cut }: Props) {
  const locale = useLocale();
  const { sender, status_name: status, design_id: design, ended } = passport;
  return (
    <div
      className={`${grounds} ${card}`}
      data-cut={cut}
      data-design={design}
      data-ended={ended || undefined}
    >
      <PassportArt designId={design} cut={cut} />
      <p className={spine} data-cut={cut}>
        <Trans>Annual passport</Trans>
      </p>
      {status && status.code !== 'active' && (
        <p className={statusPlace}>
          {sender ? (
            <StatusChip tone={status.color}>
              <Trans context="a passport that is offered to the member">For you</Trans>
            </StatusChip>
          ) : (
            <PassportStatus status={status} />
          )}
        </p>
      )}
      <div className={caption}>
        <div className={words}>
          <p className={holder} data-cut={cut}>
            {sender ? <Trans>From {sender}</Trans> : formatName(passport.holder, { locale })}
            {passport.kindName && <span className={kind}> {passport.kindName}</span>}
          </p>
          <p className={period}>
            <PassportDates passport={passport} />
          </p>
        </div>
        {passport.photo !== undefined && <HolderPhoto src={passport.photo} alt="" size="md" />}
      </div>
    </div>
  );
}

const card = css({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  width: 'full',
  minHeight: 'full',
  overflow: 'hidden',
  textAlign: 'start',
  // In a narrow container the words shrink, not the art.
  containerType: 'inline-size',
  '&[data-cut=card]': { borderRadius: 'xl', boxShadow: 'card' },
  '&[data-ended] img': { filter: 'grayscale(1)' },
  _forcedColors: { border: '1px solid' },
});
// In English the words lie on their side, as on the spine of a book. The card grows where they do not fit above the caption.
const spine = css({
  position: 'relative',
  flex: 'none',
  alignSelf: 'flex-start',
  mb: 'auto',
  ml: '5',
  writingMode: 'vertical-rl',
  // `px` is along the writing, which is vertical.
  pt: '1.15em',
  pb: '0.7em',
  pl: '0.6em',
  pr: '0.6em',
  borderRadius: '0 0 token(radii.sm) token(radii.sm)',
  background: 'var(--ground)',
  fontSize: 'min(token(fontSizes.sm), 4cqi)',
  fontWeight: 'bold',
  lineHeight: '1.2',
  '&:lang(ja)': { letterSpacing: '0.2em' },
  lg: { '&[data-cut=home]': { ml: '9' } },
});
const statusPlace = css({
  position: 'absolute',
  insetBlockStart: '4',
  insetInlineEnd: '4',
  maxWidth: '70%',
});
// The shade makes the words readable also where they take more lines than the drawn ground is high.
const caption = css({
  position: 'relative',
  display: 'flex',
  // Enlarged text goes below the photo.
  flexWrap: 'wrap-reverse',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: '4',
  px: '5',
  // The shade begins beside the spine.
  mt: '-10',
  pt: '10',
  pb: '5',
  backgroundImage: 'linear-gradient(transparent, var(--ground) 4rem)',
  lg: { '[data-cut=home] > &': { px: '9', pb: '7' } },
  '@container (max-width: 19rem)': { px: '3', gap: '2', '& > span:last-child': { width: '3rem' } },
});
const words = css({ minWidth: '0', flex: '1 1 6rem' });
const holder = css({
  fontSize: '2xl',
  fontWeight: 'bold',
  lineHeight: '1.2',
  overflowWrap: 'anywhere',
  '@container (max-width: 19rem)': { fontSize: 'lg' },
  '&[data-cut=home]': { fontSize: { base: '3xl', lg: '4xl' } },
});
const kind = css({ fontSize: 'md', fontWeight: 'normal', color: 'var(--faint)' });
const period = css({
  mt: '1',
  lineHeight: '1.5',
  color: 'var(--faint)',
  '@container (max-width: 19rem)': { fontSize: 'sm' },
});
