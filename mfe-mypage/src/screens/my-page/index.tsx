import { useDeferred, useLoaderData } from '@portal/shared-routing';
import { Page } from '@portal/shared-ui';
import { type ReactElement, Suspense, useEffect } from 'react';
import { css } from '#css';
import { type HomeData, loadHome } from './data.ts';
import { Greeting, GreetingSkeleton } from './greeting.tsx';
import { LatestNotifications, NotificationsSkeleton } from './latest-notifications.tsx';
import { PassportSection } from './passport-section.tsx';
import { PendingTasksCard, PendingTasksSkeleton } from './pending-tasks-card.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useLivePassports } from './use-live-passports.ts';

export const loader = (): Promise<HomeData> => loadHome();

/** The home: greeting, passports, pending tasks and the latest notifications (design §3.4). */
export function Component(): ReactElement {
  const data = useLoaderData<HomeData>();
  const { member, notifications, loadId, onShown } = data;
  const passports = useLivePassports(data);
  useEffect(onShown, [onShown]);
  return (
    <Page width="wide">
      <div className={areas}>
        <div className={greetingArea}>
          <Suspense key={loadId} fallback={<GreetingSkeleton />}>
            <Greeting member={member} />
          </Suspense>
        </div>
        <div className={passportsArea}>
          <PassportSection key={loadId} passports={passports} below={data} />
        </div>
        <Suspense key={loadId} fallback={<BelowSkeleton />}>
          <Below member={member} passports={passports} notifications={notifications} />
        </Suspense>
      </div>
    </Page>
  );
}

type BelowProps = Pick<HomeData, 'member' | 'passports' | 'notifications'>;

/**
 * What stands below the passports arrives at once: how many things there are to do is not known
 * before, and a part that came earlier would be pushed down (product §13.75).
 */
function Below({ member, passports, notifications }: BelowProps): ReactElement {
  useDeferred(member);
  useDeferred(passports);
  useDeferred(notifications);
  return (
    <>
      <div className={pendingTasksArea}>
        <PendingTasksCard member={member} passports={passports} />
      </div>
      <div className={notificationsArea}>
        <LatestNotifications notifications={notifications} />
      </div>
      <div className={shortcutsArea}>
        <Shortcuts />
      </div>
    </>
  );
}

function BelowSkeleton(): ReactElement {
  return (
    <>
      <div className={pendingTasksArea}>
        <PendingTasksSkeleton />
      </div>
      <div className={notificationsArea}>
        <NotificationsSkeleton />
      </div>
    </>
  );
}

const areas = css({
  display: 'grid',
  gap: { base: '5', lg: '6' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 21rem' },
  gridTemplateRows: { lg: 'auto auto auto 1fr' },
});
// On a phone the areas stack in source order. On a desktop the notifications take the wide column.
const greetingArea = css({ gridColumn: { lg: '1 / -1' } });
const passportsArea = css({ gridColumn: { lg: '1 / -1' }, minWidth: '0' });
const pendingTasksArea = css({ gridColumn: { lg: '2' }, gridRow: { lg: '3' } });
const notificationsArea = css({ gridColumn: { lg: '1' }, gridRow: { lg: '3 / span 2' } });
const shortcutsArea = css({ gridColumn: { lg: '2' }, gridRow: { lg: '4' } });
