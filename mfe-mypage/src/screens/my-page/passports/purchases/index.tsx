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
  useDeferred,
  useLoaderData,
} from '@portal/kit/routing';
import {
  Card,
  EmptyState,
  Heading,
  LinkButton,
  LoadProblem,
  Page,
  PageHeading,
  Stack,
} from '@portal/kit/ui';
import { type ReactElement, Suspense } from 'react';
import { DateText } from '../../../../passports/passport-dates.tsx';
import { ListSkeleton } from '../../list-skeleton.tsx';
import { Pager, pageOf } from '../../pager.tsx';
import { OrderLink } from '../$id/details.tsx';
import { Bought } from './bought.tsx';

const LIST = '/my-page/passports/purchases';

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

/** What the member has bought, the newest first; each purchase leads to its receipt. */
export function Component(): ReactElement {
  const data = useLoaderData<Data>();
  return (
    <Page>
      <Stack gap="lg">
        <PageHeading>
          <Trans>Purchases</Trans>
        </PageHeading>
        <Suspense key={data.page} fallback={<ListSkeleton />}>
          <List {...data} />
        </Suspense>
      </Stack>
    </Page>
  );
}

function List({ page, purchases }: Data): ReactElement {
  const answer = useDeferred(purchases);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const { data, meta } = answer.data;
  if (meta.total === 0) {
    return (
      <EmptyState icon="ticket" title={<Trans>You have not bought anything yet</Trans>}>
        <Trans>What you buy appears here, with its receipt.</Trans>
      </EmptyState>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon="ticket"
        title={<Trans>There is nothing on this page</Trans>}
        action={
          <LinkButton to={LIST} variant="outline">
            <Trans>Purchases</Trans>
          </LinkButton>
        }
      />
    );
  }
  return (
    <>
      {data.map((purchase) => (
        <Purchase key={purchase.order_number} purchase={purchase} />
      ))}
      <Pager list={LIST} page={page} lastPage={meta.last_page} />
    </>
  );
}

function Purchase({ purchase }: { readonly purchase: PurchaseRecord }): ReactElement {
  const { order_number: order, passports } = purchase;
  const id = `purchase-${order}`;
  return (
    <Card as="article" aria-labelledby={id}>
      <Stack gap="sm">
        <Heading id={id}>
          <DateText date={purchase.created_at} />
        </Heading>
        <Bought purchase={purchase} />
        <OrderLink
          order={order}
          isPaid={passports.some(({ state_name }) => state_name?.code === 'paid')}
        />
      </Stack>
    </Card>
  );
}
