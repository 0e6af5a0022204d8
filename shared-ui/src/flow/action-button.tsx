import type { ReactElement } from 'react';
import { Button, type ButtonProps, type WordsLook } from '../button.tsx';
import type { Action } from './use-action.ts';

type Props = Omit<ButtonProps, 'busy' | 'disabled' | keyof WordsLook> &
  WordsLook & {
    readonly action: Pick<Action, 'busy' | 'disabled'>;
  };

/**
 * The button of an action. It uses `aria-disabled` instead of `disabled` to keep the focus; the
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
