import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import {
  DEFAULT_PAGE_SIZE,
  type EndpointAnswer,
  formatOrderNumber,
  listPurchases,
  type PurchaseRecord,
} from '@portal/kit/contract';
import { formatName, formatPrice } from '@portal/kit/i18n';
import {
  type Deferred,
  deferred,
  type LoaderFunctionArgs,
  useDeferred,
  useLoaderData,
  useLocale,
} from '@portal/kit/routing';
import {
  Card,
  EmptyState,
  Heading,
  Inline,
  LinkButton,
  LoadProblem,
  Page,
  PageHeading,
  RowContent,
  RowLink,
  rowLayout,
  Stack,
  Text,
} from '@portal/kit/ui';
import { type ReactElement, Suspense } from 'react';
import { css } from '#css';
import {
  DateText,
  newPassportDates,
  PassportDates,
} from '../../../../passports/passport-dates.tsx';
import { PassportStatus } from '../../../../passports/passport-status.tsx';
import { ListSkeleton } from '../../list-skeleton.tsx';
import { Pager } from '../../pager.tsx';
import { pageOf } from '../../pages.ts';
import { orderPath } from '../order-path.ts';

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
  const { t } = useLingui();
  const locale = useLocale();
  const { order_number, created_at, passports } = purchase;
  const id = `purchase-${order_number}`;
  const price = formatPrice(purchase.total);
  return (
    <Card as="section" aria-labelledby={id}>
      <Inline justify="between">
        <Heading id={id}>
          <DateText date={created_at} />
        </Heading>
        <p className={sum}>
          <Trans>{price} (tax included)</Trans>
        </p>
      </Inline>
      <Text size="sm" tone="muted">
        <Trans>Order number</Trans> {formatOrderNumber(order_number)}
      </Text>
      <ul className={rows}>
        {passports.map((passport) => {
          const name = formatName(passport.holder, { locale });
          const { usage_start_date: from, ext_expiration_date: until } = passport;
          return (
            <li key={passport.id} className={`${rowLayout()} ${row}`}>
              <RowContent
                icon="ticket"
                title={
                  <RowLink to={`/my-page/passports/${passport.id}`}>
                    {t`Annual passport for ${name}`}
                  </RowLink>
                }
                note={
                  <>
                    <PassportDates passport={newPassportDates(from, until)} />
                    {passports.length > 1 && (
                      <span className={part}>{formatPrice(passport.price)}</span>
                    )}
                    <span className={part}>
                      <PassportStatus status={passport.state_name} />
                    </span>
                  </>
                }
              />
            </li>
          );
        })}
      </ul>
      <LinkButton to={orderPath(order_number)} variant="link">
        {passports.some(({ state_name }) => state_name?.code === 'paid') ? (
          <Trans>Order and receipt</Trans>
        ) : (
          <Trans>Your order</Trans>
        )}
      </LinkButton>
    </Card>
  );
}

const sum = css({ fontWeight: 'bold', fontVariantNumeric: 'tabular-nums' });
const rows = css({ display: 'grid', mt: '2' });
const row = css({
  position: 'relative',
  py: '3',
  borderTop: '1px solid token(colors.line)',
  _first: { borderTop: '0' },
  _hover: { '& a': { textDecoration: 'underline' } },
});
const part = css({ display: 'block' });
