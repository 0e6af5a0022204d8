import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';

type Props = { readonly count: number };

export const PasskeyCount = ({ count }: Props): ReactElement =>
  count === 0 ? (
    <Trans context="passkeys">None</Trans>
  ) : (
    <Plural value={count} one="# passkey" other="# passkeys" />
  );

export const RecoveryCodeCount = ({ count }: Props): ReactElement =>
  count === 0 ? (
    <Trans context="recovery codes">None</Trans>
  ) : (
    <Plural value={count} one="# left" other="# left" />
  );
