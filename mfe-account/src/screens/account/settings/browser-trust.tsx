import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { endBrowserTrust, type TrustedBrowser } from '@portal/kit/contract';
import { formatDateTime } from '@portal/kit/i18n';
import { useRevalidator } from '@portal/kit/routing';
import { Inline, Text, toast } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';

type Props = {
  readonly trust: TrustedBrowser;
  /** What the list calls the browser. */
  readonly name: string;
};

/** Until when a browser of the list is trusted, and a button that ends it. */
export function BrowserTrust({ trust, name }: Props): ReactElement {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const action = useAction();
  const until = formatDateTime(trust.trusted_until);

  async function end(): Promise<void> {
    const params = { id: trust.id };
    const answer = await action.run(() => call(endBrowserTrust, { params }, { purpose: 'form' }));
    if (!answer?.ok) return;
    toast(t`${name} is no longer trusted. The next sign-in there takes the second step again.`);
    void revalidate();
  }

  return (
    <>
      <ApiErrorBanner error={action.error} />
      <Inline>
        <Text size="sm">
          <Trans>Trusted until {until}</Trans>
        </Text>
        <ActionButton
          size="sm"
          variant="outline"
          aria-label={t`Stop trusting ${name}`}
          action={action}
          onClick={() => void end()}
        >
          <Trans>Stop trusting</Trans>
        </ActionButton>
      </Inline>
    </>
  );
}
