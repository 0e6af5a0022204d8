import type { ReactElement } from 'react';
import { Button, type ButtonProps } from '../button.tsx';
import type { Action } from './use-action.ts';

type Props = Omit<ButtonProps, 'busy' | 'disabled'> & {
  readonly action: Pick<Action, 'busy' | 'disabled'>;
};

/**
 * The button of an action. `aria-disabled` and not `disabled`, so that the focus stays on it; the
 * action itself refuses to run twice.
 */
export function ActionButton({ action, ...rest }: Props): ReactElement {
  return (
    <Button
      {...rest}
      busy={action.busy}
      aria-disabled={action.disabled || action.busy || undefined}
    />
  );
}
