import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { authStore, userAtom } from '@portal/kit/auth';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { type Deferred, useDeferred, useLoaderData } from '@portal/kit/routing';
import { LinkButton, LoadProblem } from '@portal/kit/ui';
import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { SectionPage } from '../../sections.tsx';
import { type Account, type AccountData, loadAccount } from './data.ts';
import { DetailsGroup, PreferencesGroup, SecurityGroup } from './groups.tsx';
import { AccountHeading, Member } from './member.tsx';
import { Protection } from './protection.tsx';
import { AccountSkeleton } from './skeleton.tsx';

export const loader = (): Promise<AccountData> => loadAccount();

export function Component() {
  const { account, isRecent, waits } = useLoaderData<AccountData>();
  return (
    <SectionPage>
      <AccountHeading />
      <Suspense key={waits} fallback={<AccountSkeleton />}>
        <Groups account={account} isRecent={isRecent} />
      </Suspense>
    </SectionPage>
  );
}

type GroupsProps = {
  readonly account: Deferred<Result<Account>>;
  readonly isRecent: AccountData['isRecent'];
};

function Groups({ account, isRecent }: GroupsProps) {
  const answer = useDeferred(account);
  // Changes that other parts of the portal make to the session show here at once.
  const known = useAtomValue(userAtom, { store: authStore });
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const { member: loaded, phone: written } = answer.data;
  const member = known ?? loaded;
  const phone = member.phone === loaded.phone ? written : (member.phone ?? undefined);
  return (
    <>
      <Member member={member} />
      {!isOtherProvider() && <Protection member={member} />}
      <DetailsGroup member={member} phone={phone} isRecent={isRecent} />
      <SecurityGroup member={member} />
      <PreferencesGroup member={member} />
      <p>
        <LinkButton to="/account/delete" variant="link">
          <Trans>Close your account</Trans>
        </LinkButton>
      </p>
    </>
  );
}
