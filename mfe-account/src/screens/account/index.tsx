import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { useLoaderData } from '@portal/shared-routing';
import { PageHeading } from '@portal/shared-ui';
import { type ReactElement, Suspense } from 'react';
import { css } from '#css';
import { LoadProblem } from '../../data/load-problem.tsx';
import { type Soon, useSoon } from '../../data/soon.ts';
import { type Account, type AccountData, loadAccount } from './data.ts';
import { ContactGroup, PreferencesGroup, ProfileGroup, SecurityGroup } from './groups.tsx';
import { Member } from './member.tsx';
import { AccountSkeleton } from './skeleton.tsx';

const HEADING_ID = 'account-heading';

export const loader = (): Promise<AccountData> => loadAccount();

/** The member's data, to read. What can be changed is changed on screens of its own. */
export function Component(): ReactElement {
  const { account, asked } = useLoaderData<AccountData>();
  return (
    <div className={page}>
      <PageHeading id={HEADING_ID}>
        <Trans>Your account</Trans>
      </PageHeading>
      <Suspense key={asked} fallback={<AccountSkeleton />}>
        <Groups account={account} />
      </Suspense>
    </div>
  );
}

function Groups({ account }: { readonly account: Soon<Result<Account>> }): ReactElement {
  const answer = useSoon(account);
  if (!answer.ok) return <LoadProblem error={answer.error} headingId={HEADING_ID} />;
  const { member, phone } = answer.data;
  return (
    <>
      <Member member={member} />
      <div className={columns}>
        <ProfileGroup member={member} />
        <ContactGroup member={member} phone={phone} />
        <SecurityGroup member={member} />
        <PreferencesGroup member={member} />
      </div>
    </>
  );
}

const page = css({
  display: 'grid',
  gap: '5',
  maxWidth: 'wide',
  mx: 'auto',
  px: '4',
  pt: '6',
  pb: '16',
});
const columns = css({
  display: 'grid',
  gap: { base: '5', lg: '6' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
});
