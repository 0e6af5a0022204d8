import { useLoaderData } from '@portal/shared-routing';
import { type ReactElement, Suspense } from 'react';
import { css } from '#css';
import { type HomeData, loadHome } from './data.ts';
import { Greeting, GreetingSkeleton } from './greeting.tsx';
import { LatestNotifications } from './latest-notifications.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ToDoCard, ToDoSkeleton } from './to-do-card.tsx';

export const loader = (): Promise<HomeData> => loadHome();

/** The member's home: who one is here, what needs doing, what is new. */
export function Component(): ReactElement {
  const { member, notifications, asked } = useLoaderData<HomeData>();
  return (
    <div className={page}>
      <div className={css({ gridArea: 'greeting' })}>
        <Suspense key={asked} fallback={<GreetingSkeleton />}>
          <Greeting member={member} />
        </Suspense>
      </div>
      <div className={css({ gridArea: 'todo' })}>
        <Suspense key={asked} fallback={<ToDoSkeleton />}>
          <ToDoCard member={member} />
        </Suspense>
      </div>
      <div className={css({ gridArea: 'news' })}>
        <LatestNotifications key={asked} notifications={notifications} />
      </div>
      <div className={css({ gridArea: 'shortcuts' })}>
        <Shortcuts />
      </div>
    </div>
  );
}

const page = css({
  display: 'grid',
  gap: { base: '5', lg: '6' },
  maxWidth: 'wide',
  mx: 'auto',
  px: '4',
  pt: '6',
  pb: '16',
  alignItems: 'start',
  gridTemplateAreas: {
    base: '"greeting" "todo" "news" "shortcuts"',
    lg: '"greeting greeting" "news todo" "news shortcuts"',
  },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 21rem' },
  gridTemplateRows: { lg: 'auto auto 1fr' },
});
