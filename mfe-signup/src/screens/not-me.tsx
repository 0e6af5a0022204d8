import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type EndpointAnswer, notMe, RESET_LINK_MS } from '@portal/kit/contract';
import { type LoaderFunctionArgs, mailLinkSecret, useGo, useLoaderData } from '@portal/kit/routing';
import { Text } from '@portal/kit/ui';
import { MailLinkPage } from '@portal/kit/ui/forms';
import { MailLinkOutcome } from '../flow/mail-link-outcome.tsx';
import { resetFlow, STEPS } from './reset-password/flow.ts';

export const loader = ({ request }: LoaderFunctionArgs): string => mailLinkSecret('code', request);

/** For a member who did not sign in themselves: signs out everywhere and leads to a new password. */
export function Component() {
  const code = useLoaderData<string>();
  const go = useGo();

  function signedOut({ data }: EndpointAnswer<typeof notMe>) {
    if (data.status === 'already_done') {
      return (
        <MailLinkOutcome tone="success">
          <Trans>
            This has already been done: all devices were signed out. To sign in, set a new password
            if you have not done so yet.
          </Trans>
        </MailLinkOutcome>
      );
    }
    if (data.ticket === undefined) {
      return (
        <MailLinkOutcome tone="success">
          <Trans>
            Nobody can sign in with your password any more, and all devices were signed out. To sign
            in, set a new password.
          </Trans>
        </MailLinkOutcome>
      );
    }
    const until = Date.now() + RESET_LINK_MS;
    resetFlow.send({ type: 'linkOpened', ticket: data.ticket, until });
    go(STEPS.form);
    return null;
  }

  return (
    <MailLinkPage
      heading={<Trans>Wasn’t you?</Trans>}
      code={code}
      button={<Trans>Sign out everywhere</Trans>}
      send={() => call(notMe, { body: { code } }, { purpose: 'form' })}
      done={signedOut}
      unusable={
        <MailLinkOutcome tone="warning">
          <Trans>
            This link cannot be used. Links like this one work once, within 72 hours. You can set a
            new password at any time, which signs out every device.
          </Trans>
        </MailLinkOutcome>
      }
    >
      <Text>
        <Trans>
          If it was not you who signed in, press the button. Every device will be signed out and
          your password will stop working. You can then choose a new one.
        </Trans>
      </Text>
      <Text>
        <Trans>
          Passports that were offered or given away since that sign-in come back to you, wherever
          they have gone.
        </Trans>
      </Text>
      <Text>
        <Trans>If it was you, you can close this page.</Trans>
      </Text>
    </MailLinkPage>
  );
}
