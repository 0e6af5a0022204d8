import { useLingui } from '@lingui/react';
import type { ApiError } from '@portal/shared-api';
import { errorText } from '@portal/shared-i18n';
import type { ReactElement, ReactNode } from 'react';
import { Banner } from '../banner.tsx';

type Props = { readonly error: ApiError | null; readonly action?: ReactNode };

/**
 * A banner that says why an action failed (design §7.6). Renders nothing for an aborted request.
 */
export function ApiErrorBanner({ error, action }: Props): ReactElement | null {
  const { _ } = useLingui();
  if (error === null || error.kind === 'aborted') return null;
  return (
    <Banner tone={error.kind === 'offline' ? 'warning' : 'danger'} action={action}>
      <span role={error.kind === 'offline' ? 'alert' : undefined}>{_(apiErrorText(error))}</span>
    </Banner>
  );
}

export const apiErrorText = (error: ApiError) =>
  errorText(error.kind === 'api' ? error.code : error.kind);

/** Returns the server's error code, or undefined if the server did not answer one. */
export const apiErrorCode = (error: ApiError | null) =>
  error?.kind === 'api' ? error.code : undefined;
