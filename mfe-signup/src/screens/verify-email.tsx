import { Trans } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { authStore, isLoginAtom, loadUser } from '@portal/shared-auth';
import { verifyLink } from '@portal/shared-contract';
import { type LoaderFunctionArgs, useGo, useLoaderData } from '@portal/shared-routing';
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
import { STEPS, setPasswordFlow } from './set-password/flow.ts';

/** Returns the link's code, or an empty string if the link is incomplete. */
export const loader = ({ request }: LoaderFunctionArgs): string =>
  new URL(request.url).searchParams.get('code') ?? '';

/**
 * Confirms the address by the link in the welcome message. Only the button changes anything
 * (product §12.5).
 */
export function Component(): ReactElement {
  const code = useLoaderData<string>();
  const go = useGo();
  const action = useAction();
  const [outcome, setOutcome] = useState<'confirmed' | 'already_done'>();
  const useless = code === '' || apiErrorCode(action.error) === 'token.not_found';

  async function confirm(): Promise<void> {
    const body = { type: 'verify_email_link', code } as const;
    const answer = await action.run(() => call(verifyLink, { body }, { purpose: 'form' }));
    if (!answer?.ok) return;
    const { data } = answer.data;
    // The member who is signed in here may be the one whose address was confirmed.
    if (authStore.get(isLoginAtom)) void loadUser();
    if (data.status === 'already_done') return setOutcome('already_done');
    if (data.password_set) return setOutcome('confirmed');
    setPasswordFlow.send({ type: 'linkAccepted', ticket: data.ticket, email: data.email });
    go(STEPS.form);
  }

  return (
    <Page>
      <PageHeading>
        <Trans>Confirm your e-mail address</Trans>
      </PageHeading>
      {outcome ? (
        <Confirmed already={outcome === 'already_done'} />
      ) : useless ? (
        <Useless />
      ) : (
        <Card>
          <Stack gap="md">
            <ApiErrorBanner error={action.error} />
            <Text>
              <Trans>Please press the button to confirm that this address is yours.</Trans>
            </Text>
            <Inline>
              <ActionButton action={action} onClick={() => void confirm()}>
                <Trans>Confirm this address</Trans>
              </ActionButton>
            </Inline>
          </Stack>
        </Card>
      )}
    </Page>
  );
}

function Confirmed({ already }: { readonly already: boolean }): ReactElement {
  return (
    <Stack gap="lg">
      <Banner tone="success">
        {already ? (
          <Trans>This has been done already: your e-mail address is confirmed.</Trans>
        ) : (
          <Trans>Your e-mail address has been confirmed.</Trans>
        )}
      </Banner>
      <Inline>
        <SignInButton />
        <LinkButton to="/reset-password" variant="outline">
          <Trans>Set a new password</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}

function Useless(): ReactElement {
  return (
    <Stack gap="lg">
      <Banner tone="warning">
        <Trans>
          This link cannot be used. Links work for 24 hours. Please open the latest mail again, or
          sign in: we then offer to send a code to your address.
        </Trans>
      </Banner>
      <Inline>
        <SignInButton />
        <LinkButton to="/reset-password" variant="outline">
          <Trans>Set a new password</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}
