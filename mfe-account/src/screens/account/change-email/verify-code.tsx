import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/kit/api';
import { confirmAct, userSaved } from '@portal/kit/auth';
import {
  href,
  type LoaderFunctionArgs,
  useGo,
  useLoaderData,
  useLocale,
} from '@portal/kit/routing';
import { Banner, Button, Card, Inline, LinkButton, Stack } from '@portal/kit/ui';
import { ApiErrorBanner, apiErrorCode, FlowPage } from '@portal/kit/ui/forms';
import { type SentCodeState, StepUp, sentCodeDraft } from '@portal/kit/ui/step-up';
import { useState } from 'react';
import { tellNewAddress } from '../tell-passkeys.ts';
import { changeEmailFlow, STEPS, useStepNames } from './flow.ts';

type Data = { readonly email: string; readonly code: SentCodeState };

export function loader({ request }: LoaderFunctionArgs): Response | Data {
  const elsewhere = changeEmailFlow.openStep(request);
  const state = changeEmailFlow.state();
  if (elsewhere || state.kind !== 'sent') return elsewhere as Response;
  const kept = sentCodeDraft('verify_email_change').read();
  // The code may have been resent or tried since the form sent it. An older one went to another address.
  const isNewer = kept !== undefined && kept.expiresAt >= state.code.expiresAt;
  return { email: state.email, code: isNewer ? kept : state.code };
}

/** Third step: the code that was sent to the new address. Entering it makes the change. */
export function Component() {
  const { email, code } = useLoaderData<Data>();
  const go = useGo();
  const locale = useLocale();
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [unproven, setUnproven] = useState(false);

  /** Handles refusals that another code cannot fix. After a step-up the code in the mail is good again. */
  function onRefused(error: ApiError): boolean {
    const isUnproven = apiErrorCode(error) === 'user.step_up_required';
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
              <Banner
                tone="warning"
                action={
                  <Button
                    size="sm"
                    variant="outline"
                    onClick={() => void confirmAct('change_email', href(STEPS.verify, locale))}
                  >
                    <Trans>Continue</Trans>
                  </Button>
                }
              >
                <Trans>
                  To protect your account, confirm once more that it is you. Then enter the code
                  from the email again: it is still valid.
                </Trans>
              </Banner>
            )}
            {!unproven && (
              <Card>
                <StepUp
                  type="verify_email_change"
                  sent={{ ...code, to: email }}
                  onRefused={onRefused}
                  onVerified={({ user }) => {
                    if (user) {
                      userSaved(user);
                      void tellNewAddress(user);
                    }
                    changeEmailFlow.send({ type: 'newAddressConfirmed' });
                    go(STEPS.complete, { replace: true });
                  }}
                />
              </Card>
            )}
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
