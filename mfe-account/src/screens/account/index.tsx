import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { authStore, userAtom } from '@portal/shared-auth';
import { type Deferred, useDeferred, useLoaderData } from '@portal/shared-routing';
import { LinkButton, LoadProblem, Page, PageHeading } from '@portal/shared-ui';
import { useAtomValue } from 'jotai';
import { type ReactElement, Suspense } from 'react';
import { css } from '#css';
import { type Account, type AccountData, loadAccount } from './data.ts';
import { ContactGroup, PreferencesGroup, ProfileGroup, SecurityGroup } from './groups.tsx';
import { Member } from './member.tsx';
import { AccountSkeleton } from './skeleton.tsx';

export const loader = (): Promise<AccountData> => loadAccount();

/** Shows the member's data. Each value is changed on a screen of its own. */
export function Component(): ReactElement {
  const { account, asked } = useLoaderData<AccountData>();
  return (
    <Page width="wide">
      <PageHeading>
        <Trans>Your account</Trans>
      </PageHeading>
      <Suspense key={asked} fallback={<AccountSkeleton />}>
        <Groups account={account} />
      </Suspense>
    </Page>
  );
}

function Groups({ account }: { readonly account: Deferred<Result<Account>> }): ReactElement {
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
      <div className={columns}>
        <ProfileGroup member={member} />
        <ContactGroup member={member} phone={phone} />
        <SecurityGroup member={member} />
        <PreferencesGroup member={member} />
      </div>
      <p>
        <LinkButton to="/account/delete" variant="link">
          <Trans>Close your account</Trans>
        </LinkButton>
      </p>
    </>
  );
}

const columns = css({
  display: 'grid',
  gap: { base: '5', lg: '6' },
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
});
