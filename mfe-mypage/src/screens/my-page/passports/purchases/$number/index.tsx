import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import { listPurchases, type PurchaseRecord, type User } from '@portal/kit/contract';
import { localeOf } from '@portal/kit/i18n';
import { href, type LoaderFunctionArgs, replace, useLoaderData } from '@portal/kit/routing';
import { LinkButton, LoadProblem, Page, Text } from '@portal/kit/ui';
import { DateText } from '../../../../../passports/passport-dates.tsx';
import { Bought } from '../bought.tsx';
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

export function Component() {
  const { member, purchase } = useLoaderData<Data>();
  return (
    <Page heading={<Trans>Your order</Trans>}>
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
    </Page>
  );
}

type Props = { readonly purchase: PurchaseRecord; readonly member: User | null };

const Order = ({ purchase, member }: Props) => (
  <>
    <Text tone="muted">
      <DateText date={purchase.created_at} />
    </Text>
    <Bought purchase={purchase} />
    <Receipt purchase={purchase} member={member} />
  </>
);
