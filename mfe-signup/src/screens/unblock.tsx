import { Trans } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { type EndpointAnswer, unblock } from '@portal/shared-contract';
import { type LoaderFunctionArgs, useLoaderData } from '@portal/shared-routing';
import {
  Banner,
  Card,
  Inline,
  LinkButton,
  Page,
  PageHeading,
  Stack,
  Text,
} from '@portal/shared-ui';
import { ActionButton, ApiErrorBanner, apiErrorCode, useAction } from '@portal/shared-ui/forms';
import { type ReactElement, useState } from 'react';
import { SignInButton } from '../flow/sign-in-button.tsx';

/** Returns the link's code, or an empty string if the link is incomplete. */
export const loader = ({ request }: LoaderFunctionArgs): string =>
  new URL(request.url).searchParams.get('code') ?? '';

/**
 * Ends a lock by the link in the e-mail message about it. Only the button changes anything (product
 * §12.5).
 */
export function Component(): ReactElement {
  const code = useLoaderData<string>();
  const action = useAction();
  const [status, setStatus] = useState<EndpointAnswer<typeof unblock>['data']['status']>();
  const useless = code === '' || apiErrorCode(action.error) === 'token.not_found';

  async function end(): Promise<void> {
    const answer = await action.run(() => call(unblock, { query: { code } }, { purpose: 'form' }));
    if (answer?.ok) setStatus(answer.data.data.status);
  }

  return (
    <Page>
      <PageHeading>
        <Trans>Unlock your account</Trans>
      </PageHeading>
      {status || useless ? (
        <Stack gap="lg">
          {status === 'unblocked' && (
            <Banner tone="success">
              <Trans>Your account is unlocked. You can sign in again.</Trans>
            </Banner>
          )}
          {status === 'already_done' && (
            <Banner tone="success">
              <Trans>This has been done already: this link has unlocked your account.</Trans>
            </Banner>
          )}
          {!status && (
            <Banner tone="warning">
              <Trans>
                This link cannot be used. Links work for 24 hours. An account unlocks by itself
                after 15 minutes; a new password unlocks it at once.
              </Trans>
            </Banner>
          )}
          <Inline>
            <SignInButton />
            <LinkButton to="/reset-password" variant="outline">
              <Trans>Set a new password</Trans>
            </LinkButton>
          </Inline>
        </Stack>
      ) : (
        <Card>
          <Stack gap="md">
            <ApiErrorBanner error={action.error} />
            <Text>
              <Trans>
                Your account was locked because a wrong password was entered several times. If that
                was you, you can unlock it here.
              </Trans>
            </Text>
            <Text>
              <Trans>If it was not you, we recommend setting a new password afterwards.</Trans>
            </Text>
            <Inline>
              <ActionButton action={action} onClick={() => void end()}>
                <Trans>Unlock</Trans>
              </ActionButton>
            </Inline>
          </Stack>
        </Card>
      )}
    </Page>
  );
}
