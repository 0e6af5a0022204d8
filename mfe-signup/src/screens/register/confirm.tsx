import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { Description } from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import { changeRows } from '@portal/kit/ui/profile-changes';
import { ProfileReview } from '@portal/kit/ui/profile-review';
import { useState } from 'react';
import { registerFlow, STEPS } from './flow.ts';
import { loadStep, MemberStep, useSteps } from './steps.tsx';

export const loader = loadStep;

export function Component() {
  return (
    <FlowPage heading={<Trans>Check your details</Trans>} {...useSteps('confirm')}>
      <MemberStep>{(member) => <Check member={member} />}</MemberStep>
    </FlowPage>
  );
}

function Check({ member }: { readonly member: User }) {
  const { i18n } = useLingui();
  const locale = useLocale();
  // A snapshot from when the step opened, so that saving does not change this page before the next one shows.
  const [state] = useState(registerFlow.state);
  if (state.kind !== 'typing' || !state.profile) return null;
  const { profile } = state;
  const given = changeRows({
    original: member,
    changes: profile,
    // The form asks for neither.
    prefectures: [],
    phones: { before: undefined, after: undefined },
    locale,
    i18n,
  }).filter(({ after }) => after !== undefined);

  return (
    <ProfileReview
      changes={profile}
      flow={registerFlow}
      steps={STEPS}
      intro={<Trans>Is everything right? Nothing has been saved yet.</Trans>}
      button={<Trans>Register</Trans>}
    >
      {given.map(({ field, label, after }) => (
        <Description key={field} term={label}>
          {after}
        </Description>
      ))}
    </ProfileReview>
  );
}
