import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import {
  formatOrderNumber,
  listPurchases,
  type PurchaseRecord,
  type User,
} from '@portal/kit/contract';
import { localeOf } from '@portal/kit/i18n';
import {
  href,
  type LoaderFunctionArgs,
  LocaleLink,
  replace,
  useLoaderData,
} from '@portal/kit/routing';
import { LinkButton, LoadProblem, Page, PageHeading, Stack, Text } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { OrderSlip } from '../../../../../passports/order-slip.tsx';
import { DateText } from '../../../../../passports/passport-dates.tsx';
import { PassportStatus } from '../../../../../passports/passport-status.tsx';
import { Receipt } from './receipt.tsx';

type Data = { readonly member: Result<User>; readonly purchase: Result<PurchaseRecord> };

/** Another member's order and an unknown one both lead to /404. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<Data | Response> {
  const query = { page: 1, limit: 1, order_number: params.number ?? '' };
  const [member, answer] = await Promise.all([
    loadMember(),
    call(listPurchases, { query }, { purpose: 'navigation' }),
  ]);
  if (!answer.ok) return { member, purchase: answer };
  const [purchase] = answer.data.data;
  if (!purchase) return replace(href('/404', localeOf(new URL(request.url).pathname)));
  return { member, purchase: { ...answer, data: purchase } };
}

/** One order: its passports, and once it is paid its receipt. */
export function Component(): ReactElement {
  const { member, purchase } = useLoaderData<Data>();
  return (
    <Page>
      <Stack gap="lg">
        <PageHeading>
          <Trans>Your order</Trans>
        </PageHeading>
        {purchase.ok ? (
          <Order purchase={purchase.data} member={member.ok ? member.data : null} />
        ) : (
          <LoadProblem error={purchase.error} />
        )}
        <div>
          <LinkButton to="/my-page/passports/purchases" variant="link">
            <Trans>Purchases</Trans>
          </LinkButton>
        </div>
      </Stack>
    </Page>
  );
}

type Props = { readonly purchase: PurchaseRecord; readonly member: User | null };

function Order({ purchase, member }: Props): ReactElement {
  const lines = purchase.passports.map((passport) => ({
    names: passport.holder,
    kind: passport.kind,
    price: passport.price,
    designId: passport.design_id,
    start: passport.usage_start_date,
    end: passport.ext_expiration_date,
    more: (
      <p className={state}>
        <PassportStatus status={passport.state_name} />
        <LocaleLink to={`/my-page/passports/${passport.id}`} className={link}>
          <Trans>Open the passport</Trans>
        </LocaleLink>
      </p>
    ),
  }));
  return (
    <>
      <Text tone="muted">
        <DateText date={purchase.created_at} />
        {' · '}
        <Trans>Order number</Trans> {formatOrderNumber(purchase.order_number)}
      </Text>
      <OrderSlip lines={lines} />
      <Receipt purchase={purchase} member={member} />
    </>
  );
}

const state = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4' });
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'target',
  color: 'accent',
  textDecoration: 'underline',
});
