import { Plural, Trans } from '@lingui/react/macro';
import { offerEnd, type Passport, renewalPath } from '@portal/kit/contract';
import { formatDate, formatName } from '@portal/kit/i18n';
import { RowContent, RowLink } from '@portal/kit/ui';
import { lazy } from 'react';
import { css } from '#css';
import { DateText, momentInJapan } from '../../passports/passport-dates.tsx';
import type { PassportTask } from './passport-tasks.ts';

// It brings the code of forms, and offers are rare.
const AcceptOffer = lazy(async () => ({
  default: (await import('./accept-offer.tsx')).AcceptOffer,
}));

/** What is to be done about a passport, laid out by `rowLayout`; an offer is accepted here. */
export function PassportTaskRow({
  task: { kind, passport, others = 0 },
  onAnswered,
}: {
  readonly task: PassportTask;
  /** An offer was accepted: the passports are to be asked for anew. */
  readonly onAnswered: () => void;
}) {
  if (kind === 'renew') return <RenewalRow passport={passport} others={others} />;
  const { transfer } = passport;
  const other = transfer?.giver_name ?? transfer?.other;
  const until = transfer && formatDate(offerEnd(transfer.requested_at));
  const held = transfer?.held_until && momentInJapan(transfer.held_until);
  const holder = formatName(passport.holder);
  const from = formatDate(passport.usage_start_date);
  return (
    <>
      <RowContent
        title={
          <RowLink to={`/my-page/passports/${passport.id}`}>
            {kind === 'answer' ? (
              <Trans>{other} would like to give you a passport</Trans>
            ) : (
              <Trans>A passport is not paid yet</Trans>
            )}
          </RowLink>
        }
        note={
          kind === 'answer' ? (
            held ? (
              <Trans>It can be accepted from {held} (Japan time).</Trans>
            ) : (
              <Trans>Answer by {until}.</Trans>
            )
          ) : (
            <Trans>
              For {holder}, from {from}
            </Trans>
          )
        }
      />
      {kind === 'answer' && !held && (
        <div className={answerPlace}>
          <AcceptOffer passportId={passport.id} onAnswered={onAnswered} />
        </div>
      )}
    </>
  );
}

type Props = { readonly passport: Passport; readonly others: number };

function RenewalRow({ passport, others }: Props) {
  const holder = formatName(passport.holder);
  return (
    <RowContent
      icon="ticket"
      title={
        <RowLink to={others > 0 ? '/my-page/passports/renew' : renewalPath(passport.id)}>
          <Plural value={others + 1} one="Renew the passport" other="Renew # passports" />
        </RowLink>
      }
      note={
        <>
          {holder} ·{' '}
          <Trans>
            Valid until <DateText date={passport.ext_expiration_date} />
          </Trans>
        </>
      }
    />
  );
}

// Above the row's link, which covers the row; below its texts.
const answerPlace = css({
  position: 'relative',
  display: 'grid',
  justifyItems: 'start',
  gap: '2',
  flexBasis: 'full',
});
