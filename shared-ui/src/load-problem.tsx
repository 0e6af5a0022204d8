import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { isAwayAtom, useSession } from '@portal/shared-auth';
import type { ErrorCode } from '@portal/shared-contract';
import { type ErrorKind, errorText } from '@portal/shared-i18n';
import { useRevalidator } from '@portal/shared-routing';
import { Banner, RetryBanner } from './banner.tsx';
import { needsSignIn, SignInAgain } from './flow/sign-in-again.tsx';
import { Text } from './layout.tsx';
import { pageHeading } from './use-focus-after-change.ts';

export type LoadProblemProps = {
  readonly error:
    | {
        readonly kind: 'api';
        readonly code: ErrorCode;
        readonly status?: number;
        readonly requestId?: string;
      }
    | { readonly kind: ErrorKind };
  /** The heading that takes the focus when the button disappears; by default the page's. */
  readonly headingId?: string;
};

/** In place of data: a retry, or a sign-in. A failure of the server shows the id by which the operator finds it. */
export function LoadProblem({ error, headingId }: LoadProblemProps) {
  const { _ } = useLingui();
  const { revalidate, state } = useRevalidator();
  const isAway = useSession(isAwayAtom);

  function askAgain(): void {
    const heading = headingId ? document.getElementById(headingId) : pageHeading();
    heading?.focus();
    void revalidate();
  }

  if (isAway && 'kind' in error && (error.kind === 'offline' || error.kind === 'timeout')) {
    return (
      <Text tone="muted">
        <Trans>You will see this again as soon as you have a connection.</Trans>
      </Text>
    );
  }
  const text = _(errorText('code' in error ? error.code : error.kind));
  if (needsSignIn(error)) {
    return (
      <Banner tone="warning" action={<SignInAgain />}>
        {text}
      </Banner>
    );
  }
  const reference = 'status' in error && Number(error.status) >= 500 ? error.requestId : undefined;
  return (
    <RetryBanner
      tone={error.kind === 'offline' ? 'warning' : 'danger'}
      onRetry={askAgain}
      busy={state === 'loading'}
    >
      {text}
      {reference && (
        <p>
          <Trans>Reference for our support team: {reference}</Trans>
        </p>
      )}
    </RetryBanner>
  );
}
