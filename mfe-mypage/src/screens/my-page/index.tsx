import { useLoaderData } from '@portal/shared-routing';
import { Page } from '@portal/shared-ui';
import { type ReactElement, Suspense, useEffect } from 'react';
import { css } from '#css';
import { type HomeData, loadHome } from './data.ts';
import { Greeting, GreetingSkeleton } from './greeting.tsx';
import { LatestNotifications } from './latest-notifications.tsx';
import { Passes } from './passes.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ToDoCard, ToDoSkeleton } from './to-do-card.tsx';

export const loader = (): Promise<HomeData> => loadHome();

/** The member's home: who one is here, what needs doing, what is new. */
export function Component(): ReactElement {
  const { member, passes, notifications, asked, onShown } = useLoaderData<HomeData>();
  useEffect(onShown, [onShown]);
  return (
    <Page width="wide">
      <div className={areas}>
        <div className={greetingPlace}>
          <Suspense key={asked} fallback={<GreetingSkeleton />}>
            <Greeting member={member} />
          </Suspense>
        </div>
        <div className={passesPlace}>
          <Passes key={asked} passes={passes} />
        </div>
        <div className={toDoPlace}>
          <Suspense key={asked} fallback={<ToDoSkeleton />}>
            <ToDoCard member={member} />
          </Suspense>
        </div>
        <div className={newsPlace}>
          <LatestNotifications key={asked} notifications={notifications} />
        </div>
        <div className={shortcutsPlace}>
          <Shortcuts />
        </div>
      </div>
    </Page>
  );
}

const areas = css({
  display: 'grid',
  gap: { base: '5', lg: '6' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 21rem' },
  gridTemplateRows: { lg: 'auto auto auto 1fr' },
});
// On a phone one below the other, as written. On a desktop the news are the wide column.
const greetingPlace = css({ gridColumn: { lg: '1 / -1' } });
const passesPlace = css({ gridColumn: { lg: '1 / -1' }, minWidth: '0' });
const toDoPlace = css({ gridColumn: { lg: '2' }, gridRow: { lg: '3' } });
const newsPlace = css({ gridColumn: { lg: '1' }, gridRow: { lg: '3 / span 2' } });
const shortcutsPlace = css({ gridColumn: { lg: '2' }, gridRow: { lg: '4' } });
