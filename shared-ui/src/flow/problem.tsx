import { useLingui } from '@lingui/react';
import type { ApiError } from '@portal/shared-api';
import { errorText } from '@portal/shared-i18n';
import type { ReactElement, ReactNode } from 'react';
import { Banner } from '../banner.tsx';

type Props = { readonly error: ApiError | null; readonly action?: ReactNode };

/** Why an action failed, in words, with what was typed still in its place. */
export function Problem({ error, action }: Props): ReactElement | null {
  const { _ } = useLingui();
  if (error === null || error.kind === 'aborted') return null;
  return (
    <Banner tone={error.kind === 'offline' ? 'warning' : 'danger'} action={action}>
      <span role={error.kind === 'offline' ? 'alert' : undefined}>{_(wordsOf(error))}</span>
    </Banner>
  );
}

export const wordsOf = (error: ApiError) =>
  errorText(error.kind === 'api' ? error.code : error.kind);

/** The server's code, where it answered one. */
export const codeOf = (error: ApiError | null) => (error?.kind === 'api' ? error.code : undefined);
