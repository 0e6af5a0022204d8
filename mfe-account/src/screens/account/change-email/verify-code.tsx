import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/shared-api';
import { userSaved } from '@portal/shared-auth';
import { type LoaderFunctionArgs, useGo, useLoaderData } from '@portal/shared-routing';
import { Banner, Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { ApiErrorBanner, apiErrorCode, FlowPage } from '@portal/shared-ui/forms';
import { Prove, type SentCodeState, StepUp, sentCodeDraft } from '@portal/shared-ui/step-up';
import { type ReactElement, useState } from 'react';
import { changeEmailFlow, STEPS } from './flow.ts';
import { useStepNames } from './step-names.ts';

type Data = { readonly email: string; readonly code: SentCodeState };

export function loader({ request }: LoaderFunctionArgs): Response | Data {
  const elsewhere = changeEmailFlow.openStep(request);
  const state = changeEmailFlow.state();
  if (elsewhere || state.kind !== 'sent') return elsewhere as Response;
  const kept = sentCodeDraft('verify_email_change').read();
  // The code may have been resent or tried since the form sent it, but only for this address.
  return { email: state.email, code: kept?.to === state.code.to ? kept : state.code };
}

/** Third step: the code that was sent to the new address. Entering it makes the change. */
export function Component(): ReactElement {
  const { email, code } = useLoaderData<Data>();
  const go = useGo();
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [unproven, setUnproven] = useState(false);

  /**
   * Handles refusals that another code cannot fix: the address is taken, the request has expired,
   * or the proof has, which is then asked for while the typed code stays.
   */
  function onRefused(error: ApiError): boolean {
    const isUnproven = apiErrorCode(error) === 'user.proof_required';
    if (isUnproven) setUnproven(true);
    const hopeless =
      apiErrorCode(error) === 'user.change_mail.email_exists' ||
      apiErrorCode(error) === 'user.change_mail.token_expired';
    if (hopeless) setRefused(error);
    return hopeless || isUnproven;
  }

  return (
    <FlowPage heading={<Trans>Confirm the new address</Trans>} steps={useStepNames()} current={2}>
      <Stack gap="md">
        {refused ? (
          <ApiErrorBanner
            error={refused}
            action={
              <LinkButton to={STEPS.form} variant="outline" size="sm">
                <Trans>Enter the address again</Trans>
              </LinkButton>
            }
          />
        ) : (
          <>
            <Banner>
              <Trans>Your address does not change until you have entered the code.</Trans>
            </Banner>
            {unproven && (
              <Card>
                <Prove type="verify_pre_change_email" onProven={() => setUnproven(false)}>
                  <Text>
                    <Trans>
                      To protect your account, please confirm once more that it is you. Then press
                      Confirm again: your code has been kept.
                    </Trans>
                  </Text>
                </Prove>
              </Card>
            )}
            <div hidden={unproven}>
              <Card>
                <StepUp
                  type="verify_email_change"
                  sent={{ ...code, to: email }}
                  onRefused={onRefused}
                  onVerified={({ user }) => {
                    if (user) userSaved(user);
                    changeEmailFlow.send({ type: 'newAddressConfirmed' });
                    go(STEPS.complete, { replace: true });
                  }}
                />
              </Card>
            </div>
            <Inline>
              <LinkButton to={STEPS.form} variant="link">
                <Trans>Use another address</Trans>
              </LinkButton>
            </Inline>
          </>
        )}
      </Stack>
    </FlowPage>
  );
}
