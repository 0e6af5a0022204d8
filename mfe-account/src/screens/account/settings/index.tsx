import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import type { User } from '@portal/shared-contract';
import { type Soon, soon, useLoaderData } from '@portal/shared-routing';
import { Page, PageHeading, Stack } from '@portal/shared-ui';
import { type ReactElement, Suspense } from 'react';
import { theMember } from '../../../data/member.ts';
import { FormSkeleton, WithMember } from '../../../data/with-member.tsx';
import { ActivityList } from './activity-list.tsx';
import { type Activities, type Devices, loadActivities, loadDevices } from './data.ts';
import { DeviceList } from './device-list.tsx';
import { Look, MailAndLanguage } from './preferences.tsx';

type Data = {
  readonly member: Soon<Result<User>>;
  readonly devices: Soon<Devices>;
  readonly activities: Soon<Activities>;
};

export async function loader(): Promise<Data> {
  const [member, devices, activities] = await Promise.all([
    soon(theMember()),
    soon(loadDevices()),
    soon(loadActivities()),
  ]);
  return { member, devices, activities };
}

/** How the portal looks and speaks, and who is signed in where. */
export function Component(): ReactElement {
  const { member, devices, activities } = useLoaderData<Data>();
  return (
    <Page>
      <PageHeading>
        <Trans>Settings</Trans>
      </PageHeading>
      <Stack gap="lg">
        <WithMember member={member}>{(known) => <MailAndLanguage member={known} />}</WithMember>
        <Look />
        <Suspense fallback={<FormSkeleton />}>
          <DeviceList devices={devices} />
        </Suspense>
        <Suspense fallback={<FormSkeleton />}>
          <ActivityList activities={activities} />
        </Suspense>
      </Stack>
    </Page>
  );
}
