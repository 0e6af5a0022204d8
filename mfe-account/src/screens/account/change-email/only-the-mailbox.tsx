import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { Button, ExternalLinkButton, Inline, Stack, Text } from '@portal/shared-ui';
import type { ReactElement } from 'react';

/**
 * What a member can do whose account takes no proof but a code to a mailbox that is lost (product
 * §12.98). Adding another method needs that code too, or anybody with an open session could add one.
 */
export function OnlyTheMailbox({ member }: { readonly member: User }): ReactElement {
  const contact = window.portal.config.siteLinks?.contact;
  // A sign-in with LINE is a recent proof (product §11.26), unless it asks for a code to the mailbox.
  return member.line_linked && !member.mfa_enabled ? (
    <SignInWithLine />
  ) : (
    <Stack gap="md">
      <Text>
        <Trans>
          Your account has no passkey, authenticator app, recovery code or confirmed phone number.
          Only a code sent to this mailbox can show that it is you, and you also need one to set up
          another way.
        </Trans>
      </Text>
      <Text>
        {contact ? (
          <Trans>
            Please ask your e-mail provider to help you back into the mailbox. If they cannot,
            please contact us. Until then, please stay signed in on this device.
          </Trans>
        ) : (
          <Trans>
            Please ask your e-mail provider to help you back into the mailbox. Until then, please
            stay signed in on this device.
          </Trans>
        )}
      </Text>
      {contact && (
        <Inline>
          <ExternalLinkButton href={contact} variant="outline" size="sm">
            <Trans>Contact us</Trans>
          </ExternalLinkButton>
        </Inline>
      )}
    </Stack>
  );
}

function SignInWithLine(): ReactElement {
  const { pathname, search } = window.location;
  const returnTo = pathname + search;
  return (
    <Stack gap="md">
      <Text>
        <Trans>
          Signing in with LINE also shows that it is you. You come back to this page afterwards.
        </Trans>
      </Text>
      <Inline>
        <Button
          variant="outline"
          size="sm"
          onClick={() => void signIn({ extras: { prompt: 'login' }, returnTo })}
        >
          <Trans>Sign in again with LINE</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}
