import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { spinner } from '#styled/recipes/spinner.js';

/** A large spinner for a whole page or card that loads. */
export function Spinner({ label }: { readonly label?: string }): ReactElement {
  const { t } = useLingui();
  return (
    <span role="status" aria-label={label ?? t`Loading`} className={spinner({ size: 'lg' })} />
  );
}
