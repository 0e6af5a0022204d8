import { Trans, useLingui } from '@lingui/react/macro';
import { userAtom, useSession } from '@portal/kit/auth';
import {
  cardArrival,
  issuePhysicalCard,
  type Locale,
  type Passport,
  todayInJapan,
  type User,
} from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';
import { useLocale } from '@portal/kit/routing';
import { Description, DescriptionList, LinkButton, Stack } from '@portal/kit/ui';
import { addressLines, countryName } from '@portal/kit/ui/profile-labels';
import { Fragment } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { useRememberReturnTo } from '../../../../passports/use-remember-return-to.ts';
import { ActionRow, ConfirmDialog, usePassportAction } from './action.tsx';

export function PhysicalCard({ passport }: { readonly passport: Passport }) {
  const { t } = useLingui();
  const action = usePassportAction();
  const ready = passport.confirmed_id_at !== null && passport.photo !== null;
  const order = () =>
    action.change(
      issuePhysicalCard,
      { params: { id: passport.id } },
      t`The physical card has been ordered.`,
    );
  return (
    <ActionRow
      icon="card"
      title={<Trans>Physical card</Trans>}
      note={<Trans>A plastic card with your design and photo</Trans>}
      action={action}
    >
      <ConfirmDialog
        action={action}
        title={ready ? <Trans>Order the physical card?</Trans> : <Trans>Physical card</Trans>}
        confirm={ready && <Trans>Order</Trans>}
        onConfirm={order}
      >
        {ready ? (
          <>
            <CardDelivery />
            <p>
              <Trans>
                We make the card as the passport looks now. After that the design can no longer be
                changed, and the passport can no longer be transferred or cancelled.
              </Trans>
            </p>
          </>
        ) : passport.photo === null ? (
          <p>
            <Trans>Add a photo to the passport first.</Trans>
          </p>
        ) : (
          <p>
            <Trans>
              Your identity has to be confirmed first. Show this passport and your ID at the
              counter; then you can order the card here.
            </Trans>
          </p>
        )}
      </ConfirmDialog>
    </ActionRow>
  );
}

function CardDelivery() {
  const locale = useLocale();
  const member = useSession(userAtom);
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
  const abroad = country && country !== 'JP' ? [countryName(country, locale)] : [];
  const address = [...addressLines(member, locale), ...abroad];
  return locale === 'ja' ? [...address, name] : [name, ...address];
}
