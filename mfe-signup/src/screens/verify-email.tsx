import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { authStore, isLoginAtom, loadUser } from '@portal/kit/auth';
import { type EndpointAnswer, verifyLink } from '@portal/kit/contract';
import { type LoaderFunctionArgs, mailLinkSecret, useGo, useLoaderData } from '@portal/kit/routing';
import { Text } from '@portal/kit/ui';
import { MailLinkPage } from '@portal/kit/ui/forms';
import { MailLinkOutcome } from '../flow/mail-link-outcome.tsx';
import { STEPS, setPasswordFlow } from './set-password/flow.ts';

export const loader = ({ request }: LoaderFunctionArgs): string => mailLinkSecret('code', request);

/** Confirms the address by the link in the welcome message. A member without a password is led to setting one. */
export function Component() {
  const code = useLoaderData<string>();
  const go = useGo();

  function confirmed({ data }: EndpointAnswer<typeof verifyLink>) {
    // The member who is signed in here may be the one whose address was confirmed.
    if (authStore.get(isLoginAtom)) void loadUser();
    if (data.status === 'already_done') {
      return (
        <MailLinkOutcome tone="success">
          <Trans>This has already been done: your email address is confirmed.</Trans>
        </MailLinkOutcome>
      );
    }
    if (data.password_set) {
      return (
        <MailLinkOutcome tone="success">
          <Trans>Your email address has been confirmed.</Trans>
        </MailLinkOutcome>
      );
    }
    setPasswordFlow.send({ type: 'linkAccepted', ticket: data.ticket, email: data.email });
    go(STEPS.form);
    return null;
  }

  return (
    <MailLinkPage
      heading={<Trans>Confirm your email address</Trans>}
      code={code}
      button={<Trans>Confirm this address</Trans>}
      send={() =>
        call(verifyLink, { body: { type: 'verify_email_link', code } }, { purpose: 'form' })
      }
      done={confirmed}
      unusable={
        <MailLinkOutcome tone="warning">
          <Trans>
            This link cannot be used. Links work for 24 hours. Open our latest email again, or sign
            in, and we will offer to send a code to your address.
          </Trans>
        </MailLinkOutcome>
      }
    >
      <Text>
        <Trans>Press the button to confirm that this address is yours.</Trans>
      </Text>
    </MailLinkPage>
  );
}
