import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { codeSent, userSaved } from '@portal/kit/auth';
import { sendCodeV2, verifyCode, verifyEmail } from '@portal/kit/contract';
import { localeOf, successText } from '@portal/kit/i18n';
import { href, type LoaderFunctionArgs, replace } from '@portal/kit/routing';
import { Card, Inline, Page, toast } from '@portal/kit/ui';
import { useAction } from '@portal/kit/ui/forms';
import { CodeForm, codeSentTo, type SentCodeState, sentCodeDraft } from '@portal/kit/ui/step-up';
import { useRef, useState } from 'react';
import { CODE_TYPE, LaterButton, STEPS } from './steps.tsx';

const kept = sentCodeDraft(CODE_TYPE);

export function loader({ request }: LoaderFunctionArgs): Response | null {
  if (kept.read()) return null;
  return replace(href(STEPS.start, localeOf(new URL(request.url).pathname)));
}

export function Component() {
  const { i18n } = useLingui();
  const sending = useAction();
  const [sent, setSent] = useState(() => kept.read());
  // The code that the server already accepted, for a retry when only the second request failed.
  const checked = useRef('');
  if (!sent) return null;
  const { to: email } = sent;

  function keep(next: SentCodeState): void {
    kept.write(next);
    setSent(next);
  }

  async function sendAnother(): Promise<boolean> {
    const answer = await sending.send(sendCodeV2, { body: { type: CODE_TYPE, channel: 'email' } });
    if (!answer?.ok) return false;
    codeSent(CODE_TYPE);
    keep(codeSentTo({ ...answer.data, email }));
    return true;
  }

  async function confirm(code: string) {
    if (checked.current !== code) {
      const body = { type: CODE_TYPE, code } as const;
      const answer = await call(verifyCode, { body }, { purpose: 'form' });
      if (!answer.ok) return answer;
      checked.current = code;
    }
    return call(verifyEmail, {}, { purpose: 'form' });
  }

  return (
    <Page heading={<Trans>Enter the code</Trans>}>
      <Card gap="md">
        <CodeForm
          key={sent.expiresAt}
          type={CODE_TYPE}
          sent={sent}
          channel="email"
          check={confirm}
          onTried={keep}
          onVerified={({ data }) => {
            kept.clear();
            toast(i18n._(successText('verify_email')));
            // The guard of this page now redirects, because the address is verified.
            userSaved(data);
          }}
          resend={{ action: sending, send: sendAnother }}
        />
        <Inline>
          <LaterButton />
        </Inline>
      </Card>
    </Page>
  );
}
