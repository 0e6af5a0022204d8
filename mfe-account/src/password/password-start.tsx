import type { Result } from '@portal/shared-api';
import { loadMember } from '@portal/shared-auth';
import type { ProofCodeType, User } from '@portal/shared-contract';
import {
  type Deferred,
  deferred,
  href,
  Navigate,
  useGo,
  useLoaderData,
} from '@portal/shared-routing';
import { Text } from '@portal/shared-ui';
import { FlowPage } from '@portal/shared-ui/forms';
import type { ReactElement, ReactNode } from 'react';
import { WithMember } from '../data/with-member.tsx';
import { stillConfirmed } from '../flow/confirmed-flow.ts';
import { FirstStep } from '../flow/first-step.tsx';
import type { PasswordFlow } from './password-flow.ts';
import { usePasswordSteps } from './step-names.ts';

/** The loader of a screen that is a `PasswordStart`. */
export const loadPasswordStart = () => deferred(loadMember());

type Props = {
  readonly heading: ReactNode;
  readonly flow: PasswordFlow;
  readonly type: ProofCodeType;
  /** The flow is for members who have a password, or for those who have none. */
  readonly hasPassword: boolean;
  /** Where the other members are redirected. */
  readonly otherwise: `/${string}`;
  /** Why the member has to prove who they are. */
  readonly children: ReactNode;
};

/** First step of a new password: a proof of the member. */
export function PasswordStart(props: Props): ReactElement {
  const { heading, flow, type, hasPassword, otherwise, children } = props;
  const go = useGo();
  return (
    <FlowPage heading={heading} steps={usePasswordSteps()} current={0}>
      <WithMember member={useLoaderData<Deferred<Result<User>>>()}>
        {({ password_set }) =>
          password_set === hasPassword ? (
            <FirstStep
              type={type}
              confirmed={stillConfirmed(flow.state(), Date.now())}
              next={flow.steps.form}
              onConfirmed={(until, held) => {
                flow.send({ type: 'codeAccepted', until });
                go(flow.steps.form, { replace: held });
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
