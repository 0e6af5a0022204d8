import type { Result } from '@portal/kit/api';
import {
  bellNotificationsAtom,
  isAwayAtom,
  storedSubject,
  userAtom,
  useSession,
} from '@portal/kit/auth';
import { useDeferred, useIsScreenShown, useLoaderData } from '@portal/kit/routing';
import { LoadProblem } from '@portal/kit/ui';
import { Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { fetchFirstPassports, type HomeData, loadHome } from './data.ts';
import { BelowAreas, Greeting, GreetingSkeleton, HomeAreas } from './home-areas.tsx';
import { LatestNotifications, NotificationsSkeleton } from './latest-notifications.tsx';
import { PassportSection } from './passport-section.tsx';
import { PendingTasksCard, PendingTasksSkeleton } from './pending-tasks-card.tsx';

export const loader = (): Promise<HomeData> => loadHome();

const NOTHING = { now: undefined };
const NOT_YET = { later: new Promise<never>(() => {}) };

/** The home: greeting, passports, pending tasks and the latest notifications (design §3.4). */
export function Component() {
  const data = useLoaderData<HomeData>();
  const { member, notifications, loadId, onShown, followsFirstView } = data;
  const { passports: live, renew } = useLivePassports(data);
  // The first view has no passports. React takes its place sooner if it draws them in a step of their own.
  const passports = useDeferredValue(live, followsFirstView ? NOT_YET : live);
  useEffect(onShown, [onShown]);
  useKeptPasses(data);
  return (
    <HomeAreas
      greeting={
        <Suspense key={loadId} fallback={<GreetingSkeleton />}>
          <Greeting member={member} />
        </Suspense>
      }
      passports={<PassportSection key={loadId} passports={passports} />}
      below={
        <Suspense key={loadId} fallback={<BelowSkeleton />}>
          <Below
            member={member}
            passports={passports}
            notifications={notifications}
            followsFirstView={followsFirstView}
            onAnswered={renew}
          />
        </Suspense>
      }
    />
  );
}

type BelowProps = Pick<HomeData, 'member' | 'passports' | 'notifications' | 'followsFirstView'> & {
  readonly onAnswered: () => void;
};

/**
 * Arrives at once: how many things there are to do is not known before, and a part that came earlier would be pushed
 * down. After a first view the rest is on the screen already, so only the things to do wait for the passports.
 */
function Below(props: BelowProps) {
  const { member, passports, notifications, followsFirstView, onAnswered } = props;
  const ofMember = useDeferred(member);
  const ofNotifications = useDeferred(notifications);
  const isAnyMissing = !(ofMember.ok && ofNotifications.ok);
  const ofPassports = useDeferred<Result<unknown> | undefined>(
    followsFirstView && !isAnyMissing ? NOTHING : passports,
  );
  // The page says once what failed, and its one button loads everything anew.
  const isSaid = ofPassports?.ok === false;
  const known = useSession(userAtom);
  const isNobodyKnown = !(known || ofMember.ok);
  return (
    <BelowAreas
      pendingTasks={
        !ofMember.ok && isNobodyKnown ? (
          !isSaid && ofNotifications.ok && <LoadProblem error={ofMember.error} />
        ) : (
          <Suspense fallback={<PendingTasksSkeleton />}>
            <PendingTasksCard member={member} passports={passports} onAnswered={onAnswered} />
          </Suspense>
        )
      }
      notifications={
        (ofNotifications.ok || !isSaid) && <LatestNotifications notifications={notifications} />
      }
    />
  );
}

function BelowSkeleton() {
  return (
    <BelowAreas pendingTasks={<PendingTasksSkeleton />} notifications={<NotificationsSkeleton />} />
  );
}

/** Asks for the passports anew when a notification arrives; what is shown stays until, and unless, they come. */
function useLivePassports({ passports }: HomeData) {
  const isShown = useIsScreenShown();
  const bell = useSession(bellNotificationsAtom);
  const [renewed, setRenewed] = useState<Pick<HomeData, 'passports'> & { readonly of: object }>();
  // Null: the bell's list is not known, at first and after a change of the language.
  const newest = bell && (bell[0]?.id ?? '');
  const known = useRef(newest);
  const renew = useCallback(() => {
    void fetchFirstPassports().then((answer) => {
      if (answer.ok) setRenewed({ passports: { now: answer }, of: passports });
    });
  }, [passports]);
  useEffect(() => {
    const before = known.current;
    if (newest === null || newest === before) return;
    known.current = newest;
    // A return asks anew by itself.
    if (before !== null && isShown) renew();
  }, [newest, renew, isShown]);
  return { passports: renewed?.of === passports ? renewed.passports : passports, renew };
}

/** After what the member waits for: data, pictures and code of the home. */
const AFTER_MS = 2_000;

/** Keeps today's passes on this device each time the home has been shown. */
function useKeptPasses({ member, passports }: Pick<HomeData, 'member' | 'passports'>): void {
  const isAway = useSession(isAwayAtom);
  const isShown = useIsScreenShown();
  useEffect(() => {
    // Another member may sign in, in another tab, before it is all here.
    const subject = storedSubject();
    if (isAway || !isShown || subject === undefined) return;
    const timer = setTimeout(() => {
      // Without it the passes need a connection; the next visit tries again.
      import('../../kept/keep-passes.ts')
        .then(({ keepPasses }) => keepPasses(subject, member, passports))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAway, isShown, member, passports]);
}
