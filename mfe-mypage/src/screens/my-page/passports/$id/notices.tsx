import { Trans, useLingui } from '@lingui/react/macro';
import {
  hasEnded,
  isUnpaid,
  type Passport,
  renewalPath,
  takePassportBack,
} from '@portal/kit/contract';
import { formatName, sentenceGap } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Banner, Button, LinkButton, Stack } from '@portal/kit/ui';
import { DateText, momentInJapan } from '../../../../passports/passport-dates.tsx';
import { ConfirmDialog, usePassportAction } from './action.tsx';
import { PhotoDialog } from './change-look.tsx';

type Props = { readonly passport: Passport };

export function RenewalNotice({ passport }: Props) {
  const { id, renewal } = passport;
  if (!renewal) return null;
  const from = <DateText date={renewal.usage_start_date} />;
  if (renewal.renewed_by) {
    return (
      <Banner
        tone="info"
        title={<Trans>Renewed: the new passport is valid from {from}</Trans>}
        action={
          <LinkButton to={`/my-page/passports/${renewal.renewed_by}`} variant="outline" size="sm">
            <Trans>See the passport</Trans>
          </LinkButton>
        }
      />
    );
  }
  const until = <DateText date={passport.ext_expiration_date} />;
  return (
    <Banner
      tone="info"
      title={<Trans>Renewal</Trans>}
      action={
        <LinkButton to={renewalPath(id)} variant="outline" size="sm">
          <Trans>Renew</Trans>
        </LinkButton>
      }
    >
      <Trans>
        It is valid until {until}, and the new one from {from}.
      </Trans>
    </Banner>
  );
}

/** Tells the giver to whom the passport went, and takes it back for 72 hours. */
export function GivenPassport({ passport }: Props) {
  const { t } = useLingui();
  const action = usePassportAction();
  const { given, id } = passport;
  if (!given) return null;
  const { to, given_at, take_back_until, uses } = given;
  const since = <DateText date={given_at} />;
  const until = take_back_until && momentInJapan(take_back_until);
  const takeBack = () =>
    action.change(takePassportBack, { params: { id } }, t`The passport is yours again.`);
  return (
    <Banner
      tone="info"
      title={to ? <Trans>You gave this passport to {to}</Trans> : <Trans>You gave it away</Trans>}
      action={
        until && (
          <Button variant="outline" size="sm" onClick={action.open}>
            <Trans>Take it back</Trans>
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <p>
          <Trans>It has been theirs since {since}.</Trans>
          {sentenceGap()}
          {until && <Trans>You can take it back until {until} (Japan time).</Trans>}
        </p>
        {uses.map(({ used_at, turnstile }) => {
          const moment = momentInJapan(used_at);
          return (
            <p key={used_at}>
              <Trans>
                Used at a gate: {turnstile}, {moment} (Japan time)
              </Trans>
            </p>
          );
        })}
      </Stack>
      <ConfirmDialog
        action={action}
        title={<Trans>Take the passport back?</Trans>}
        confirm={<Trans>Take it back</Trans>}
        onConfirm={takeBack}
      >
        <p>
          <Trans>
            It is yours again at once, as it was before, also if {to} has given it to somebody else.
            Their codes no longer work, and we tell them.
          </Trans>
        </p>
      </ConfirmDialog>
    </Banner>
  );
}

/** Of a passport that was bought for another adult, who is not asked at the moment. */
export function UnacceptedNotice({ passport }: Props) {
  const name = formatName(passport.holder, { locale: useLocale() });
  const { holder, role, transfer } = passport;
  if (holder.kind !== 'adult' || role !== 'owner' || transfer || hasEnded(passport)) return null;
  return isUnpaid(passport) ? (
    <Banner tone="info">
      <Trans>Once it is paid, we send {name} an invitation by email.</Trans>
    </Banner>
  ) : (
    <Banner tone="warning" title={<Trans>{name} has not accepted this passport</Trans>}>
      <Trans>
        It opens no gate for you. You can offer it again below, to them or to somebody else, or
        cancel it.
      </Trans>
    </Banner>
  );
}

/** Asks for a photo: without one there is no QR code, and a transfer removes the photo. */
export function MissingPhotoNotice({ passport }: Props) {
  const action = usePassportAction();
  return (
    <Banner
      tone="warning"
      title={<Trans>A photo is missing</Trans>}
      action={
        <Button size="sm" onClick={action.open}>
          <Trans>Add a photo</Trans>
        </Button>
      }
    >
      <Trans>
        At the gate, it is compared with the person who shows the passport. Without it, there is no
        code.
      </Trans>
      <PhotoDialog passport={passport} action={action} />
    </Banner>
  );
}
