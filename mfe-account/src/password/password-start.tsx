import type { Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { type Deferred, deferred, href, Navigate, useGo, useLoaderData } from '@portal/kit/routing';
import { Text } from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import type { ReactElement, ReactNode } from 'react';
import { WithMember } from '../data/with-member.tsx';
import { FirstStep } from '../flow/first-step.tsx';
import type { PasswordFlow } from './password-flow.ts';
import { usePasswordSteps } from './step-names.ts';

/** The loader of a screen that is a `PasswordStart`. */
export const loadPasswordStart = () => deferred(loadMember());

type Props = {
  readonly heading: ReactNode;
  readonly flow: PasswordFlow;
  /** The flow is for members who have a password, or for those who have none. */
  readonly hasPassword: boolean;
  /** Where the other members are redirected. */
  readonly otherwise: `/${string}`;
  /** Why the member has to prove who they are. */
  readonly children: ReactNode;
};

/** First step of a new password: a step-up of the member. */
export function PasswordStart(props: Props): ReactElement {
  const { heading, flow, hasPassword, otherwise, children } = props;
  const go = useGo();
  return (
    <FlowPage heading={heading} steps={usePasswordSteps()} current={0}>
      <WithMember member={useLoaderData<Deferred<Result<User>>>()}>
        {({ password_set }) =>
          password_set === hasPassword ? (
            <FirstStep
              act="set_password"
              onConfirmed={(until) => {
                flow.send({ type: 'codeAccepted', until });
                go(flow.steps.form, { replace: true });
              }}
            >
              <Text>{children}</Text>
            </FirstStep>
          ) : (
            <Navigate replace to={href(otherwise)} />
          )
        }
      </WithMember>
    </FlowPage>
  );
}
