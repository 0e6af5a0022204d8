import { Trans } from '@lingui/react/macro';
import { href, Navigate, useGo } from '@portal/kit/routing';
import { Card, Text } from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import { Prove } from '@portal/kit/ui/step-up';
import { WithMember } from '../data/with-member.tsx';
import {
  changePasswordFlow,
  type PasswordFlow,
  passwordSettingsFlow,
  usePasswordSteps,
} from './password-flow.ts';

/** First step of a new password: a step-up. Who is in the wrong flow, because a password is set or not, is redirected. */
export function PasswordStart({ flow }: { readonly flow: PasswordFlow }) {
  const go = useGo();
  const isChange = flow.kind === 'change';
  const other = isChange ? passwordSettingsFlow : changePasswordFlow;
  return (
    <FlowPage
      heading={isChange ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}
      steps={usePasswordSteps()}
      current={0}
    >
      <WithMember>
        {({ password_set }) =>
          password_set === isChange ? (
            <Card>
              <Prove
                act="set_password"
                onProven={(until) => {
                  flow.send({ type: 'codeAccepted', until });
                  go(flow.steps.form, { replace: true });
                }}
              >
                <Text>
                  {isChange ? (
                    <Trans>First, confirm that it is you.</Trans>
                  ) : (
                    <Trans>
                      With a password, you can also sign in with your email address. First, confirm
                      that it is you.
                    </Trans>
                  )}
                </Text>
              </Prove>
            </Card>
          ) : (
            <Navigate replace to={href(other.steps.start)} />
          )
        }
      </WithMember>
    </FlowPage>
  );
}
