import { Trans } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { afterSignIn, codeSent, loadMember } from '@portal/shared-auth';
import { CODE_LIFETIME_MS, linkSignIn, sendLinkCode } from '@portal/shared-contract';
import { localeOf } from '@portal/shared-i18n';
import { href, type LoaderFunctionArgs, replace, useGo, useLocale } from '@portal/shared-routing';
import { Card, Inline, Page, PageHeading, Stack, Text } from '@portal/shared-ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/shared-ui/forms';
import { CodeForm, codeSentTo, type SentCodeState } from '@portal/shared-ui/step-up';
import { type ReactElement, useState } from 'react';
import { ResendWait } from '../flow/resend-wait.tsx';

const CODE_TYPE = 'link_sign_in';

/** At our own provider there is nothing to link. */
export function loader({ request }: LoaderFunctionArgs): Response | null {
  if (window.portal.config.idp.endpoints !== undefined) return null;
  return replace(href('/my-page', localeOf(new URL(request.url).pathname)));
}

/**
 * Connects a sign-in at another identity provider with the member account of the same address, by a code
 * sent to it (product §10.163).
 */
export function Component(): ReactElement {
  const go = useGo();
  const locale = useLocale();
  const sending = useAction();
  const [sent, setSent] = useState<SentCodeState>();

  async function send(): Promise<boolean> {
    const answer = await sending.run(() => call(sendLinkCode, {}, { purpose: 'form' }));
    if (!answer?.ok) return false;
    codeSent(CODE_TYPE);
    const { email = '' } = answer.data;
    setSent(codeSentTo({ ...answer.data, email }, CODE_LIFETIME_MS, Date.now()));
    return true;
  }

  async function goOn(): Promise<void> {
    const member = await loadMember();
    go(afterSignIn(href('/my-page', locale), member.ok ? member.data : undefined));
  }

  return (
    <Page>
      <PageHeading>
        <Trans>You already have an account</Trans>
      </PageHeading>
      <Card>
        <Stack gap="md">
          {sent ? (
            <CodeForm
              key={sent.expiresAt}
              type={CODE_TYPE}
              sent={sent}
              channel="email"
              check={(code) => call(linkSignIn, { body: { code } }, { purpose: 'form' })}
              onTried={setSent}
              onVerified={() => void goOn()}
              resend={{ action: sending, send }}
            />
          ) : (
            <>
              <Text>
                <Trans>
                  There is a member account with your e-mail address. To use it with this sign-in,
                  please enter a code that we send to that address.
                </Trans>
              </Text>
              <ApiErrorBanner error={sending.error} />
              <ResendWait type={CODE_TYPE} error={sending.error} />
              <Inline>
                <ActionButton action={sending} onClick={() => void send()}>
                  <Trans>Send a code</Trans>
                </ActionButton>
              </Inline>
            </>
          )}
        </Stack>
      </Card>
    </Page>
  );
}
