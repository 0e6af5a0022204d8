import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import {
  DEFAULT_PAGE_SIZE,
  type EndpointAnswer,
  listPurchases,
  type PurchaseRecord,
} from '@portal/kit/contract';
import {
  type Deferred,
  deferred,
  type LoaderFunctionArgs,
  useLoaderData,
} from '@portal/kit/routing';
import { Card, EmptyState, Page } from '@portal/kit/ui';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { PagedList, pageOf } from '../../paged-list.tsx';
import { OrderLink } from '../$id/details.tsx';
import { Bought } from './bought.tsx';

type Data = {
  readonly page: number;
  readonly purchases: Deferred<Result<EndpointAnswer<typeof listPurchases>>>;
};

export async function loader({ request }: LoaderFunctionArgs): Promise<Data> {
  const page = pageOf(request);
  const query = { page, limit: DEFAULT_PAGE_SIZE };
  const asked = call(listPurchases, { query }, { purpose: 'navigation' });
  return { page, purchases: await deferred(asked) };
}

export function Component() {
  const { page, purchases } = useLoaderData<Data>();
  return (
    <Page heading={<Trans>Purchases</Trans>}>
      <PagedList
        list="/my-page/passports/purchases"
        page={page}
        answer={purchases}
        empty={
          <EmptyState icon="ticket" title={<Trans>You have not bought anything yet</Trans>}>
            <Trans>What you buy appears here, with its receipt.</Trans>
          </EmptyState>
        }
        icon="ticket"
        toFirst={<Trans>Purchases</Trans>}
      >
        {(items) =>
          items.map((purchase) => <Purchase key={purchase.order_number} purchase={purchase} />)
        }
      </PagedList>
    </Page>
  );
}

function Purchase({ purchase }: { readonly purchase: PurchaseRecord }) {
  const { order_number: order, passports } = purchase;
  const id = `purchase-${order}`;
  return (
    <Card
      as="article"
      aria-labelledby={id}
      gap="sm"
      heading={<DateText date={purchase.created_at} />}
    >
      <Bought purchase={purchase} />
      <OrderLink
        order={order}
        isPaid={passports.some(({ state_name }) => state_name?.code === 'paid')}
      />
    </Card>
  );
}
