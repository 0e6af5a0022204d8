import { Trans } from '@lingui/react/macro';
import { LinkButton, Page, PageHeading, Stack, Text } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { AccountLink } from './account-link.tsx';

/** Takes the place of the screens of what another identity provider does itself (product §10.166). */
export function Component(): ReactElement {
  return (
    <Page>
      <PageHeading>
        <Trans>Sign-in and security</Trans>
      </PageHeading>
      <Stack gap="md">
        <Text>
          <Trans>You set your password and two-step verification where you sign in.</Trans>
        </Text>
        <AccountLink />
        <LinkButton to="/account" variant="outline">
          <Trans>Back to your account</Trans>
        </LinkButton>
      </Stack>
    </Page>
  );
}
