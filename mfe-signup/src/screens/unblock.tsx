import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { unblock } from '@portal/kit/contract';
import { type LoaderFunctionArgs, mailLinkSecret, useLoaderData } from '@portal/kit/routing';
import { Text } from '@portal/kit/ui';
import { MailLinkPage } from '@portal/kit/ui/forms';
import { MailLinkOutcome } from '../flow/mail-link-outcome.tsx';

export const loader = ({ request }: LoaderFunctionArgs): string => mailLinkSecret('code', request);

export function Component() {
  const code = useLoaderData<string>();
  return (
    <MailLinkPage
      heading={<Trans>Unlock your account</Trans>}
      code={code}
      button={<Trans>Unlock</Trans>}
      send={() => call(unblock, { query: { code } }, { purpose: 'form' })}
      done={({ data }) => (
        <MailLinkOutcome tone="success" deviceToken={data.device_token}>
          {data.status === 'unblocked' ? (
            <Trans>Your account is unlocked. You can sign in again.</Trans>
          ) : (
            <Trans>This has already been done: this link has unlocked your account.</Trans>
          )}
        </MailLinkOutcome>
      )}
      unusable={
        <MailLinkOutcome tone="warning">
          <Trans>
            This link cannot be used. Links work for 24 hours. An account unlocks by itself after 15
            minutes; a new password unlocks it at once.
          </Trans>
        </MailLinkOutcome>
      }
    >
      <Text>
        <Trans>
          Your account was locked because a wrong password was entered several times. If that was
          you, you can unlock it here.
        </Trans>
      </Text>
      <Text>
        <Trans>If it was not you, we recommend setting a new password afterwards.</Trans>
      </Text>
    </MailLinkPage>
  );
}
