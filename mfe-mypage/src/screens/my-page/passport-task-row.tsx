import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { answerPassportTransfer, offerEnd, type Passport, renewalPath } from '@portal/kit/contract';
import { formatDate, formatName } from '@portal/kit/i18n';
import { useGo } from '@portal/kit/routing';
import { RowContent, RowLink, toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';
import { css } from '#css';
import { DateText } from '../../passports/passport-dates.tsx';
import type { PassportTask } from './passport-tasks.ts';
import { momentInJapan } from './passports/$id/moment-in-japan.ts';

/** What is to be done about a passport, laid out by `rowLayout`; an offer is accepted here. */
export function PassportTaskRow({
  task: { kind, passport, others = 0 },
  onAnswered,
}: {
  readonly task: PassportTask;
  /** An offer was accepted: the passports are to be asked for anew. */
  readonly onAnswered: () => void;
}): ReactElement {
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

function RenewalRow({
  passport,
  others,
}: {
  readonly passport: Passport;
  readonly others: number;
}): ReactElement {
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

type Props = {
  readonly passportId: string;
  /** The passport is the member’s now. */
  readonly onAnswered: () => void;
};

function AcceptOffer({ passportId: id, onAnswered }: Props): ReactElement {
  const { t } = useLingui();
  const go = useGo();
  const action = useAction();

  async function accept(): Promise<void> {
    const answer = await action.run(() =>
      call(
        answerPassportTransfer,
        { params: { id }, body: { status: 'accepted' } },
        { purpose: 'form' },
      ),
    );
    if (answer?.ok) {
      toast(t`The passport is now yours.`);
      onAnswered();
      return;
    }
    // The passport's page says what the profile lacks, and leads to its form and back.
    if (answer?.error.kind === 'api' && answer.error.descriptions?.profile) {
      go(`/my-page/passports/${id}`);
    }
  }

  return (
    <>
      <ActionButton size="sm" action={action} onClick={() => void accept()}>
        <Trans>Accept</Trans>
      </ActionButton>
      <ApiErrorBanner error={action.error} />
    </>
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
