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
import { errorText } from '@portal/kit/i18n';
import {
  type Deferred,
  type LoaderFunctionArgs,
  refreshed,
  useIsScreenShown,
  useLoaderData,
  useRevalidator,
} from '@portal/kit/routing';
import { Banner, Button, Page, pageHeading, toast } from '@portal/kit/ui';
import { NotificationSummary } from '@portal/kit/ui/notification-summary';
import { useEffect, useRef, useState } from 'react';
import { css } from '#css';
import { PagedList, pageOf } from '../paged-list.tsx';
import { NoNotifications, NotificationRowLink } from './list-parts.tsx';

type ListData = {
  readonly page: number;
  readonly notifications: Deferred<Result<NotificationPage>>;
};

export async function loader({ request }: LoaderFunctionArgs): Promise<ListData> {
  const page = pageOf(request);
  const asked = listNotificationPage({ page }, { purpose: 'navigation' });
  return { page, notifications: await refreshed(knownNotifications(page), asked) };
}

export function Component() {
  const { page, notifications } = useLoaderData<ListData>();
  useRevalidateOnChange();
  return (
    <Page heading={<Trans>Notifications</Trans>}>
      <PagedList
        list="/my-page/notifications"
        page={page}
        answer={notifications}
        empty={<NoNotifications />}
        icon="bell"
        toFirst={<Trans>Go to the latest notifications</Trans>}
      >
        {(items, meta) => (
          <>
            <div className={head}>
              <p className={count}>
                <Plural value={meta.total} one="# notification" other="# notifications" />
              </p>
              <MarkAllRead />
            </div>
            <ul className={list}>
              {items.map((item) => (
                <li key={item.id}>
                  <NotificationRowLink item={item} className={link}>
                    <NotificationSummary item={item} />
                  </NotificationRowLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </Page>
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

function MarkAllRead() {
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
