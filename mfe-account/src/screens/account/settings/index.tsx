import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { loadMember, userAtom, useSession } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { type Deferred, deferred, useDeferred, useLoaderData } from '@portal/shared-routing';
import { Card, LoadProblem, Page, PageHeading, Skeleton, SkeletonGroup } from '@portal/shared-ui';
import { type ReactElement, Suspense } from 'react';
import { css } from '#css';
import { ActivityRow } from './activity-list.tsx';
import {
  type Activities,
  type Devices,
  type LoadedReminders,
  loadActivities,
  loadDevices,
  loadReminders,
} from './data.ts';
import { DataExportRow } from './data-export.tsx';
import { DevicesRow } from './device-list.tsx';
import { AppearanceRow, LanguageRow, NewsRow } from './preferences.tsx';
import { RemindersRow } from './reminders.tsx';
import { SecurityRow } from './security-row.tsx';

type Data = {
  readonly member: Deferred<Result<User>>;
  readonly reminders: Deferred<LoadedReminders>;
  readonly devices: Deferred<Devices>;
  readonly activities: Deferred<Activities>;
};

export async function loader(): Promise<Data> {
  const [member, reminders, devices, activities] = await Promise.all([
    deferred(loadMember()),
    deferred(loadReminders()),
    deferred(loadDevices()),
    deferred(loadActivities()),
  ]);
  return { member, reminders, devices, activities };
}

/**
 * The settings as rows: appearance, language, news by e-mail, reminders, signed-in devices, activity and the
 * member's data (product §13.80).
 */
export function Component(): ReactElement {
  const data = useLoaderData<Data>();
  return (
    <Page>
      <PageHeading>
        <Trans>Settings</Trans>
      </PageHeading>
      <Card>
        <AppearanceRow />
        <SecurityRow />
        {/* One place for all that is fetched, last: what came first would be pushed down. */}
        <Suspense fallback={<RowsSkeleton />}>
          <Fetched {...data} />
        </Suspense>
      </Card>
    </Page>
  );
}

function Fetched({ member, reminders, devices, activities }: Data): ReactElement {
  const answer = useDeferred(member);
  useDeferred(reminders);
  useDeferred(devices);
  useDeferred(activities);
  // Another screen or tab may have changed the member since the loader ran.
  const known = useSession(userAtom) ?? (answer.ok ? answer.data : undefined);
  return (
    <>
      {known ? (
        <>
          <LanguageRow member={known} />
          <NewsRow member={known} />
        </>
      ) : (
        !answer.ok && <LoadProblem error={answer.error} />
      )}
      <RemindersRow reminders={reminders} />
      <DevicesRow devices={devices} />
      <ActivityRow activities={activities} />
      <DataExportRow />
    </>
  );
}

/** In the shape of the rows that are fetched. */
function RowsSkeleton(): ReactElement {
  return (
    <SkeletonGroup>
      <div className={lines}>
        {['language', 'news', 'reminders', 'devices', 'activity', 'data'].map((row) => (
          <Skeleton key={row} width="half" />
        ))}
      </div>
    </SkeletonGroup>
  );
}

const lines = css({ display: 'grid', gap: '8', py: '4' });
