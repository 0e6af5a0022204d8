import { Trans } from '@lingui/react/macro';
import { Banner } from '@portal/kit/ui';

/** Why one of the last two strong second steps cannot be removed. */
export function NeededWithoutCodes() {
  return (
    <Banner tone="warning">
      <Trans>
        You receive no codes, so you need to keep two of these: passkeys and the authenticator app.
        To remove it, add another one first, or choose where codes should go.
      </Trans>
    </Banner>
  );
}
