import type { ReactElement } from 'react';
import { Button, type ButtonProps, type WordsLook } from '../button.tsx';
import type { Action } from './use-action.ts';

type Props = Omit<ButtonProps, 'busy' | 'disabled' | keyof WordsLook> &
  WordsLook & {
    readonly action: Pick<Action, 'busy' | 'disabled'>;
  };

/** The button of an action: `aria-disabled` keeps the focus; the action refuses to run twice. */
export function ActionButton({ action, ...rest }: Props): ReactElement {
  return (
    <Button
      {...rest}
      busy={action.busy}
      aria-disabled={action.disabled || action.busy || undefined}
    />
  );
}
