import { Trans } from '@lingui/react/macro';
import { type ApiError, call } from '@portal/kit/api';
import { afterPostSignInStep, codeSent, LINK_PATH, loadUser } from '@portal/kit/auth';
import { linkSignIn, sendLinkCode } from '@portal/kit/contract';
import { localeOf } from '@portal/kit/i18n';
import {
  type LoaderFunctionArgs,
  replace,
  useLoaderData,
  useLocale,
  useNavigate,
} from '@portal/kit/routing';
import { Card, Inline, LoadProblem, Page, Text } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { CodeForm, codeSentTo, ResendWait, type SentCodeState } from '@portal/kit/ui/step-up';
import { useState } from 'react';

const CODE_TYPE = 'link_sign_in';

type Data = { readonly error: ApiError | null };

/** A member has nothing to link: not at our own provider, and not for a second time. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const member = await loadUser();
  if (member.ok) {
    return replace(afterPostSignInStep(LINK_PATH, localeOf(new URL(request.url).pathname)));
  }
  const { error } = member;
  return { error: error.kind === 'api' && error.code === 'user.link_required' ? null : error };
}

/** Connects a sign-in at another identity provider with the account of the same address, by a code sent to it. */
export function Component() {
  const { error } = useLoaderData<Data>();
  const navigate = useNavigate();
  const locale = useLocale();
  const sending = useAction();
  const [sent, setSent] = useState<SentCodeState>();

  async function send(): Promise<boolean> {
    const answer = await sending.send(sendLinkCode, {});
    if (!answer?.ok) return false;
    codeSent(CODE_TYPE);
    const { email = '' } = answer.data;
    setSent(codeSentTo({ ...answer.data, email }));
    return true;
  }

  async function goOn(): Promise<void> {
    await loadUser();
    await navigate(afterPostSignInStep(LINK_PATH, locale), { replace: true });
  }

  return (
    <Page heading={<Trans>You already have an account</Trans>}>
      {error ? (
        <LoadProblem error={error} />
      ) : (
        <Card gap="md">
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
                  There is a member account with your email address. To use it with this sign-in,
                  enter a code that we send to that address.
                </Trans>
              </Text>
              <ApiErrorBanner error={sending.error} />
              <ResendWait type={CODE_TYPE} error={sending.error} />
              <Inline>
                <ActionButton wide="onPhone" action={sending} onClick={() => void send()}>
                  <Trans>Send a code</Trans>
                </ActionButton>
              </Inline>
            </>
          )}
        </Card>
      )}
    </Page>
  );
}
