import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import {
  knownNotifications,
  listNotificationPage,
  markAllRead,
  type NotificationPage,
  notificationChangesAtom,
  unreadCountAtom,
  useSession,
} from '@portal/kit/auth';
import type { Notification } from '@portal/kit/contract';
import { errorText } from '@portal/kit/i18n';
import {
  type Deferred,
  type LoaderFunctionArgs,
  refreshed,
  useDeferred,
  useIsScreenShown,
  useLoaderData,
  useRevalidator,
} from '@portal/kit/routing';
import {
  Banner,
  Button,
  EmptyState,
  LinkButton,
  LoadProblem,
  Page,
  PageHeading,
  pageHeading,
  Stack,
  toast,
} from '@portal/kit/ui';
import { NotificationSummary } from '@portal/kit/ui/notification-summary';
import { type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { css } from '#css';
import { ListSkeleton } from '../list-skeleton.tsx';
import { Pager, pageOf } from '../pager.tsx';
import { NoNotifications } from './no-notifications.tsx';
import { NotificationRowLink } from './notification-row-link.tsx';

export const loader = ({ request }: LoaderFunctionArgs): Promise<ListData> => loadList(request);

/** All notifications, newest first, ten a page; each page has an address. */
export function Component(): ReactElement {
  const data = useLoaderData<ListData>();
  useRevalidateOnChange();
  return (
    <Page>
      <Stack gap="lg">
        <PageHeading>
          <Trans>Notifications</Trans>
        </PageHeading>
        <Suspense key={data.page} fallback={<ListSkeleton />}>
          <List {...data} />
        </Suspense>
      </Stack>
    </Page>
  );
}

function List({ page, notifications }: ListData): ReactElement {
  const answer = useDeferred(notifications);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const { data, meta } = answer.data;
  if (meta.total === 0) return <NoNotifications />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon="bell"
        title={<Trans>There is nothing on this page</Trans>}
        action={
          <LinkButton to={LIST} variant="outline">
            <Trans>Go to the latest notifications</Trans>
          </LinkButton>
        }
      />
    );
  }
  return (
    <>
      <div className={head}>
        <p className={count}>
          <Plural value={meta.total} one="# notification" other="# notifications" />
        </p>
        <MarkAllRead />
      </div>
      <ul className={list}>
        {data.map((item) => (
          <li key={item.id}>
            <NotificationRow item={item} />
          </li>
        ))}
      </ul>
      <Pager list={LIST} page={page} lastPage={meta.last_page} />
    </>
  );
}

/** Loads the list again when a notification arrives or is read in another tab. */
function useRevalidateOnChange(): void {
  const changes = useSession(notificationChangesAtom);
  const shown = useRef(changes);
  const { revalidate } = useRevalidator();
  const isShown = useIsScreenShown();
  useEffect(() => {
    if (shown.current === changes) return;
    shown.current = changes;
    // A return asks anew by itself.
    if (isShown) void revalidate();
  }, [changes, revalidate, isShown]);
}

const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  minHeight: 'target',
});
const count = css({ fontSize: 'sm', color: 'ink.muted' });
const list = css({
  borderBlock: '1px solid token(colors.line)',
  divideY: '1px',
  divideColor: 'line',
});

const LIST = '/my-page/notifications';

type ListData = {
  /** The requested page, from 1. */
  readonly page: number;
  readonly notifications: Deferred<Result<NotificationPage>>;
};

async function loadList(request: Request): Promise<ListData> {
  const page = pageOf(request);
  return {
    page,
    notifications: await refreshed(
      knownNotifications(page),
      listNotificationPage({ page }, { purpose: 'navigation' }),
    ),
  };
}

/** A notification in the list, as a link. */
function NotificationRow({ item }: { readonly item: Notification }): ReactElement {
  return (
    <NotificationRowLink item={item} className={link}>
      <NotificationSummary item={item} />
    </NotificationRowLink>
  );
}

const link = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: '3',
  alignItems: 'start',
  px: { base: '1', sm: '2' },
  py: '4',
  color: 'ink',
  _hover: { background: 'accent.soft' },
});

/** A button that marks all as read. It shows only while something is unread. */
function MarkAllRead(): ReactElement | null {
  const { t, i18n } = useLingui();
  const unread = useSession(unreadCountAtom);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (unread === 0) return null;

  async function mark(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const answer = await markAllRead();
    setBusy(false);
    if (answer.ok) {
      // The button disappears, so the heading takes the focus.
      pageHeading()?.focus();
      toast(t`All notifications are marked as read.`);
    } else {
      setProblem(i18n._(errorText('code' in answer.error ? answer.error.code : answer.error.kind)));
    }
  }

  return (
    <>
      <Button variant="outline" size="sm" busy={busy} onClick={mark}>
        <Trans>Mark all as read</Trans>
      </Button>
      {problem && (
        <div className={css({ width: 'full' })}>
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
    </>
  );
}
