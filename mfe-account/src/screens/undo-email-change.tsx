import { Trans } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { type EndpointAnswer, undoEmailChange } from '@portal/shared-contract';
import { type LoaderFunctionArgs, useLoaderData } from '@portal/shared-routing';
import { Banner, Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { MailLinkPage } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';

type Outcome = EndpointAnswer<typeof undoEmailChange>['data'];

export const loader = ({ request }: LoaderFunctionArgs): string =>
  new URL(request.url).searchParams.get('token') ?? '';

/** The page behind the link in the mail to the former address. */
export function Component(): ReactElement {
  const token = useLoaderData<string>();
  return (
    <MailLinkPage
      heading={<Trans>Take back the change of your e-mail address</Trans>}
      code={token}
      button={<Trans>Bring back my address</Trans>}
      send={() => call(undoEmailChange, { body: { token } }, { purpose: 'form' })}
      done={({ data }) => <Undone {...data} />}
      unusable={
        <Card>
          <Banner tone="warning">
            <Trans>
              This link can no longer be used. It counts for 72 hours after the change. If you did
              not make the change yourself, please contact us.
            </Trans>
          </Banner>
        </Card>
      }
    >
      <Text>
        <Trans>
          If it was not you who changed the e-mail address of your account, you can bring back the
          former one here.
        </Trans>
      </Text>
      <Text>
        <Trans>
          All devices are then signed out, and every way to sign in that was added since the change
          is removed.
        </Trans>
      </Text>
    </MailLinkPage>
  );
}

function Undone({ status, password_set }: Outcome): ReactElement {
  return (
    <Stack gap="lg">
      <Banner tone="success">
        {status === 'undone' ? (
          <Trans>Your former address is back, and all devices have been signed out.</Trans>
        ) : (
          <Trans>This has been done already. Your former address is back.</Trans>
        )}
      </Banner>
      <Text>
        {password_set ? (
          <Trans>
            Please sign in and choose a new password, in case somebody knows the present one.
          </Trans>
        ) : (
          <Trans>To sign in again, please set a new password.</Trans>
        )}
      </Text>
      <Inline>
        {password_set ? (
          <LinkButton to="/account/change-password">
            <Trans>Sign in and change the password</Trans>
          </LinkButton>
        ) : (
          <LinkButton to="/reset-password">
            <Trans>Set a new password</Trans>
          </LinkButton>
        )}
      </Inline>
    </Stack>
  );
}
