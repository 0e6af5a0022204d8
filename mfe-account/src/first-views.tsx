import { Trans } from '@lingui/react/macro';
import { answerSlots, type FirstView } from '@portal/shared-routing/first-view';
import { Page, PageHeading, Skeleton } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { Member } from './screens/account/member.tsx';
import { GroupsSkeleton } from './screens/account/skeleton.tsx';

export const firstViews: readonly FirstView[] = [
  { path: '/account', visitor: 'member', draw: () => <AccountFirstView /> },
];

/** The values stay skeletons: most follow from rules that the page does not have. */
function AccountFirstView(): ReactElement {
  const user = answerSlots('/userinfo');
  const member = {
    first_name: user.text('first_name'),
    last_name: user.text('last_name'),
    member_code: user.text('member_code'),
  };
  return (
    <Page width="wide">
      <PageHeading>
        <Trans>Your account</Trans>
      </PageHeading>
      <Member member={member} avatar={<Skeleton shape="circle" />} />
      <GroupsSkeleton />
    </Page>
  );
}
