import type { Notification, User } from '@portal/kit/contract';
import { answerSlots, type FirstView, itemSlots } from '@portal/kit/routing/first-view';
import { When } from '@portal/kit/routing/first-view/when';
import type { NotificationLinkProps } from '@portal/kit/ui';
import { BelowAreas, Greeting, HomeAreas } from './screens/my-page/home-areas.tsx';
import {
  NewestNotifications,
  NotificationsCard,
  NotificationsSkeleton,
  SHOWN_NOTIFICATIONS,
} from './screens/my-page/latest-notifications.tsx';
import {
  NotificationRowLink,
  PendingRowLink,
} from './screens/my-page/notifications/list-parts.tsx';
import { PassportSection } from './screens/my-page/passport-section.tsx';
import { PendingTasksSkeleton } from './screens/my-page/pending-tasks-card.tsx';

/** The calls of the row's `early`. */
const USERINFO = '/userinfo';
const NOTIFICATIONS = '/notifications?page=1&limit=10';

export const firstViews: readonly FirstView[] = [
  {
    path: '/my-page',
    visitor: 'member',
    draw: () => <HomeFirstView />,
    next: ['screens/my-page/passport-tickets.tsx'],
  },
];

/** The passports bring their own code, and what there is to do follows from rules that the page does not have. */
function HomeFirstView() {
  const slots = answerSlots(USERINFO);
  const user = {
    first_name: slots.text('first_name'),
    last_name: slots.text('last_name'),
    member_code: slots.text('member_code'),
  } as User;
  const member = { now: { ok: true, data: user, status: 200 } } as const;
  const pending = { later: new Promise<never>(() => {}) };
  return (
    <HomeAreas
      greeting={<Greeting member={member} />}
      passports={<PassportSection passports={pending} />}
      below={
        <BelowAreas
          pendingTasks={<PendingTasksSkeleton />}
          notifications={<NotificationsFirstView />}
        />
      }
    />
  );
}

function NotificationsFirstView() {
  const list = `${NOTIFICATIONS}#data`;
  const unread = `${NOTIFICATIONS}#total_unread`;
  return (
    <>
      <When test={`!${NOTIFICATIONS}#`}>
        <NotificationsSkeleton />
      </When>
      <When test={`${NOTIFICATIONS}# !${list}.0`}>
        <NotificationsCard>
          <NewestNotifications items={[]} />
        </NotificationsCard>
      </When>
      <When test={`${list}.0 !${unread}`}>
        <NotificationsCard>
          <Newest list={list} />
        </NotificationsCard>
      </When>
      <When test={`${list}.0 ${unread}`}>
        <NotificationsCard unread={answerSlots(NOTIFICATIONS).number('total_unread')}>
          <Newest list={list} />
        </NotificationsCard>
      </When>
    </>
  );
}

/** What an item looks like by whether it is read and leads out of the portal. */
const LOOKS = [
  { read: false, external: false, test: '!#read !#external_link' },
  { read: false, external: true, test: '!#read #external_link' },
  { read: true, external: false, test: '#read !#external_link' },
  { read: true, external: true, test: '#read #external_link' },
];

function Newest({ list }: { readonly list: string }) {
  const samples = LOOKS.map(({ read, external, test }) => {
    const slots = itemSlots({ list, max: SHOWN_NOTIFICATIONS, test });
    return {
      id: slots.text('id'),
      title: slots.text('title'),
      published_date: slots.date('published_date'),
      read,
      ...(external && { external_link: 'https://example.com/' }),
    } as Notification;
  });
  return <NewestNotifications items={samples} link={RowLink} />;
}

const RowLink = (props: NotificationLinkProps) =>
  props.item.external_link === undefined ? (
    <NotificationRowLink {...props} />
  ) : (
    <PendingRowLink {...props} />
  );
