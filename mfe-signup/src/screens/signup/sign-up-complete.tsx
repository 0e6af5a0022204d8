import { Trans } from '@lingui/react/macro';
import { Inline, Spinner, Text } from '@portal/kit/ui';
import type { ReactElement } from 'react';

/** Shown until the identity provider has opened the session. */
export function SignUpComplete(): ReactElement {
  return (
    <div role="status">
      <Inline>
        <Spinner />
        <Text>
          <Trans>Signing you in. Your details come next.</Trans>
        </Text>
      </Inline>
    </div>
  );
}
