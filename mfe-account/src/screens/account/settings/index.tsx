import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { loadMember, userAtom, useSession } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { type Deferred, deferred, useDeferred, useLoaderData } from '@portal/kit/routing';
import { Card, LoadProblem } from '@portal/kit/ui';
import { Suspense } from 'react';
import { SectionPage } from '../../../sections.tsx';
import { RowsSkeleton } from '../skeleton.tsx';
import { type LoadedReminders, loadReminders } from './data.ts';
import { DataExportRow } from './data-export.tsx';
import { AppearanceRow, LanguageRow, NewsRow } from './preferences.tsx';
import { RemindersRow } from './reminders.tsx';
import { readStorage, StorageRow } from './storage-row.tsx';

type Data = {
  readonly member: Deferred<Result<User>>;
  readonly reminders: Deferred<LoadedReminders>;
  readonly isPersistent: boolean | undefined;
};

export async function loader(): Promise<Data> {
  const [member, reminders, isPersistent] = await Promise.all([
    deferred(loadMember()),
    deferred(loadReminders()),
    readStorage(),
  ]);
  return { member, reminders, isPersistent };
}

export function Component() {
  const data = useLoaderData<Data>();
  return (
    <SectionPage heading={<Trans>Notifications and display</Trans>}>
      <Card>
        <AppearanceRow />
        {/* One place for all that is fetched, last: what came first would be pushed down. */}
        <Suspense fallback={<RowsSkeleton rows={4} />}>
          <Fetched {...data} />
        </Suspense>
      </Card>
    </SectionPage>
  );
}

function Fetched({ member, reminders, isPersistent }: Data) {
  const answer = useDeferred(member);
  useDeferred(reminders);
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
      {isPersistent !== undefined && <StorageRow isPersistent={isPersistent} />}
      <DataExportRow />
    </>
  );
}
