import { Trans } from '@lingui/react/macro';
import { availableActions, type Passport, todayInJapan } from '@portal/kit/contract';
import { formatDate, formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Banner, Button, Card, Inline, LinkButton, Stack, StatusChip, Text } from '@portal/kit/ui';
import type { GivenUp } from './flow.ts';

type Props = {
  readonly passports: readonly Passport[];
  /** Goes on to closing the account without what the member has paid for. */
  readonly onGiveUp: (passports: GivenUp) => void;
};

export function LivePassports({ passports, onGiveUp }: Props) {
  return (
    <Stack gap="lg">
      <Banner tone="warning" title={<Trans>Your account cannot be closed yet</Trans>}>
        <Trans>You still have a passport that can be used. This is what you can do:</Trans>
      </Banner>
      {passports.map((passport) => (
        <LivePassport key={passport.id} passport={passport} />
      ))}
      {passports.every(canBeGivenUp) && (
        <Card gap="sm" heading={<Trans>Close your account all the same</Trans>}>
          <Text>
            <Trans>
              You give up what can still be used, and nothing is paid back. If you bring your
              account back in time, it comes back too.
            </Trans>
          </Text>
          <Inline>
            <Button
              variant="outline"
              wide="onPhone"
              onClick={() =>
                onGiveUp(passports.map(({ id, holder }) => ({ id, name: formatName(holder) })))
              }
            >
              <Trans>Give up and continue</Trans>
            </Button>
          </Inline>
        </Card>
      )}
      <Inline>
        <LinkButton to="/account" variant="outline">
          <Trans>Back to your account</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}

/** What can be cancelled is paid back, or is not paid. */
const canBeGivenUp = (passport: Passport): boolean =>
  !passport.transfer && !availableActions(passport, todayInJapan(new Date())).includes('cancel');

function LivePassport({ passport }: { readonly passport: Passport }) {
  const locale = useLocale();
  const { holder, status_name } = passport;
  const name = formatName(holder);
  return (
    <Card gap="sm" heading={<Trans>Passport of {name}</Trans>}>
      {status_name && (
        <p>
          <StatusChip>{status_name.name[locale]}</StatusChip>
        </p>
      )}
      <Text>
        <WayOut passport={passport} />
      </Text>
      <Inline>
        <LinkButton to={`/my-page/passports/${passport.id}`} size="sm" variant="outline">
          <Trans>Open the passport of {name}</Trans>
        </LinkButton>
      </Inline>
    </Card>
  );
}

function WayOut({ passport }: { readonly passport: Passport }) {
  const until = formatDate(passport.ext_expiration_date);
  const actions = availableActions(passport, todayInJapan(new Date()));
  if (passport.transfer) {
    const { other } = passport.transfer;
    return (
      <Trans>
        You have offered it to {other}. You can close your account when the offer has been accepted.
        You can also withdraw the offer.
      </Trans>
    );
  }
  if (actions.includes('cancel')) {
    return actions.includes('transfer') ? (
      <Trans>Cancel it, or give it away.</Trans>
    ) : (
      <Trans>Cancel it.</Trans>
    );
  }
  if (actions.includes('transfer')) {
    return <Trans>Give it away, or wait until it ends on {until}.</Trans>;
  }
  return (
    <Trans>
      It can no longer be cancelled or given away. You can close your account when it has ended,
      after {until}.
    </Trans>
  );
}
