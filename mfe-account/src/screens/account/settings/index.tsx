import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { loadMember } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { type Deferred, deferred, useDeferred, useLoaderData } from '@portal/shared-routing';
import { Page, PageHeading, Stack } from '@portal/shared-ui';
import { type ReactElement, Suspense } from 'react';
import { FormSkeleton, WithMember } from '../../../data/with-member.tsx';
import { ActivityList } from './activity-list.tsx';
import { type Activities, type Devices, loadActivities, loadDevices } from './data.ts';
import { DataExport } from './data-export.tsx';
import { DeviceList } from './device-list.tsx';
import { AppearancePreference, MailAndLanguage } from './preferences.tsx';

type Data = {
  readonly member: Deferred<Result<User>>;
  readonly devices: Deferred<Devices>;
  readonly activities: Deferred<Activities>;
};

export async function loader(): Promise<Data> {
  const [member, devices, activities] = await Promise.all([
    deferred(loadMember()),
    deferred(loadDevices()),
    deferred(loadActivities()),
  ]);
  return { member, devices, activities };
}

/** Language, appearance, mail preferences, signed-in devices, activity and the member's data. */
export function Component(): ReactElement {
  const data = useLoaderData<Data>();
  return (
    <Page>
      <PageHeading>
        <Trans>Settings</Trans>
      </PageHeading>
      <Stack gap="lg">
        <AppearancePreference />
        {/* One place for all that is fetched, last: what came first would be pushed down. */}
        <Suspense fallback={<FormSkeleton />}>
          <Fetched {...data} />
        </Suspense>
      </Stack>
    </Page>
  );
}

function Fetched({ member, devices, activities }: Data): ReactElement {
  useDeferred(member);
  useDeferred(devices);
  useDeferred(activities);
  return (
    <Stack gap="lg">
      <WithMember member={member}>{(known) => <MailAndLanguage member={known} />}</WithMember>
      <DeviceList devices={devices} />
      <ActivityList activities={activities} />
      <DataExport />
    </Stack>
  );
}
