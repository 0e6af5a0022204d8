import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/shared-api';
import { useResendCountdown, useSession, verificationTypeAtom } from '@portal/shared-auth';
import type { VerificationType } from '@portal/shared-contract';
import type { ReactElement } from 'react';
import { apiErrorCode } from '../../flow/api-error-banner.tsx';
import { Text } from '../../layout.tsx';

type Props = { readonly type: VerificationType; readonly error: ApiError | null };

/** Says how long to wait before the next code can be sent, after the server refused one. */
export function ResendWait({ type, error }: Props): ReactElement | null {
  const { seconds, counting } = useResendCountdown();
  const ofThisType = useSession(verificationTypeAtom) === type;
  if (!ofThisType || !counting || apiErrorCode(error) !== 'too_many_attempts') return null;
  return (
    <Text size="sm">
      <Trans>You can ask for a new code in {seconds} seconds.</Trans>
    </Text>
  );
}
