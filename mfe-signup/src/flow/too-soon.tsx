import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/shared-api';
import { useResendCountdown, useSession, verificationTypeAtom } from '@portal/shared-auth';
import type { VerificationType } from '@portal/shared-contract';
import { Text } from '@portal/shared-ui';
import { codeOf } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';

type Props = { readonly type: VerificationType; readonly error: ApiError | null };

/** How long a code has to wait that was refused for coming right after another one. */
export function TooSoon({ type, error }: Props): ReactElement | null {
  const { seconds, counting } = useResendCountdown();
  const ofThisType = useSession(verificationTypeAtom) === type;
  if (!ofThisType || !counting || codeOf(error) !== 'too_many_attempts') return null;
  return (
    <Text size="sm">
      <Trans>You can ask for a new code in {seconds} seconds.</Trans>
    </Text>
  );
}
