import { Trans } from '@lingui/react/macro';
import { authStore, userAtom } from '@portal/kit/auth';
import { cardArrival, type Locale, todayInJapan, type User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Description, DescriptionList, LinkButton, Stack } from '@portal/kit/ui';
import { addressLines, formatCountry } from '@portal/kit/ui/profile-labels';
import { useAtomValue } from 'jotai';
import { Fragment, type ReactElement } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { useRememberReturnTo } from '../../../../passports/use-remember-return-to.ts';

/** Where the physical card is sent, with a link to change it, when it arrives and what it costs. */
export function CardDelivery(): ReactElement {
  const locale = useLocale();
  const member = useAtomValue(userAtom, { store: authStore });
  const returnHere = useRememberReturnTo();
  return (
    <Stack gap="sm">
      <DescriptionList>
        <Description term={<Trans>It is sent to</Trans>}>
          {member &&
            postalLines(member, locale).map((line) => (
              <Fragment key={line}>
                {line}
                <br />
              </Fragment>
            ))}
        </Description>
        <Description term={<Trans>Arrival</Trans>}>
          {member && (
            <Trans>
              By <DateText date={cardArrival(todayInJapan(new Date()), member.country)} />
            </Trans>
          )}
        </Description>
        <Description term={<Trans>Price</Trans>}>
          <Trans>Free of charge</Trans>
        </Description>
      </DescriptionList>
      <div>
        <LinkButton to="/account/edit" variant="outline" size="sm" onClick={returnHere}>
          <Trans>Change the address</Trans>
        </LinkButton>
      </div>
    </Stack>
  );
}

/** The label of a letter: in Japanese the name comes last, and Japan goes without saying at home. */
function postalLines(member: User, locale: Locale): string[] {
  const name = formatName(member, { locale, polite: true });
  const { country } = member;
  const abroad = country && country !== 'JP' ? [formatCountry(country, locale)] : [];
  const address = [...addressLines(member, locale), ...abroad];
  return locale === 'ja' ? [...address, name] : [name, ...address];
}
