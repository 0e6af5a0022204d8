import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type EndpointAnswer, undoChanges } from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { type LoaderFunctionArgs, mailLinkSecret, useLoaderData } from '@portal/kit/routing';
import { Banner, Card, Inline, LinkButton, Stack, Text } from '@portal/kit/ui';
import { MailLinkPage } from '@portal/kit/ui/forms';

type Outcome = EndpointAnswer<typeof undoChanges>['data'];

export const loader = ({ request }: LoaderFunctionArgs): string => mailLinkSecret('token', request);

export function Component() {
  const token = useLoaderData<string>();
  return (
    <MailLinkPage
      heading={<Trans>Undo changes to your account</Trans>}
      code={token}
      button={<Trans>Undo the changes</Trans>}
      send={() => call(undoChanges, { body: { token } }, { purpose: 'form' })}
      done={({ data }) => <Undone {...data} />}
      unusable={
        <Card>
          <Banner tone="warning">
            <Trans>
              This link can no longer be used. It works for 72 hours after the change, and a link in
              an earlier email may already have undone the change. If you did not make the change
              yourself, contact us.
            </Trans>
          </Banner>
        </Card>
      }
    >
      <Text>
        <Trans>
          If it was not you who changed how you sign in, you can undo that here. Your email address,
          phone number and two-step verification will be as they were before, and every way to sign
          in that was added since the time in the email will be removed.
        </Trans>
      </Text>
      <Text>
        <Trans>
          Passports that were offered or given away since that time come back to you, wherever they
          have gone.
        </Trans>
      </Text>
      <Text>
        {isOtherProvider() ? (
          <Trans>All devices will be signed out.</Trans>
        ) : (
          <Trans>
            All devices will be signed out and your password will stop working. We will email you a
            link to set a new one.
          </Trans>
        )}
      </Text>
    </MailLinkPage>
  );
}

function Undone({ status, email, passports }: Outcome) {
  return (
    <Stack gap="lg">
      <Banner tone="success">
        {status === 'undone' ? (
          <Trans>The changes have been undone, and all devices have been signed out.</Trans>
        ) : (
          <Trans>This has already been done: the changes were undone.</Trans>
        )}
      </Banner>
      {passports > 0 && (
        <Text>
          <Trans>Passports that are yours again: {passports}</Trans>
        </Text>
      )}
      {status === 'undone' && !isOtherProvider() && (
        <Text>
          <Trans>
            To sign in again, set a new password with the link that we have sent to {email}.
          </Trans>
        </Text>
      )}
      {!isOtherProvider() && (
        <Inline>
          <LinkButton to="/reset-password" variant="outline">
            <Trans>Set a new password with a code instead</Trans>
          </LinkButton>
        </Inline>
      )}
    </Stack>
  );
}
