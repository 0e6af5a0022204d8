import { answerSlots, type FirstView } from '@portal/kit/routing/first-view';
import { Skeleton } from '@portal/kit/ui';
import { AccountHeading, Member } from './screens/account/member.tsx';
import { ProtectionSkeleton } from './screens/account/protection.tsx';
import { GroupsSkeleton } from './screens/account/skeleton.tsx';
import { SectionPage } from './sections.tsx';

export const firstViews: readonly FirstView[] = [
  { path: '/account', visitor: 'member', draw: () => <AccountFirstView /> },
];

/** The values stay skeletons: most follow from rules that the page does not have. */
function AccountFirstView() {
  const user = answerSlots('/userinfo');
  const member = {
    first_name: user.text('first_name'),
    last_name: user.text('last_name'),
    member_code: user.text('member_code'),
  };
  return (
    <SectionPage>
      <AccountHeading />
      <Member member={member} avatar={<Skeleton shape="circle" />} />
      <ProtectionSkeleton />
      <GroupsSkeleton />
    </SectionPage>
  );
}
