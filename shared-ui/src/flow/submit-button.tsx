import type { ReactElement, ReactNode } from 'react';
import { Inline } from '../layout.tsx';
import { ActionButton } from './action-button.tsx';
import type { Action } from './use-action.ts';

type Props = { readonly action: Action; readonly children: ReactNode };

/** The only button of a form, which submits it. */
export function SubmitButton({ action, children }: Props): ReactElement {
  return (
    <Inline>
      <ActionButton type="submit" wide="onPhone" action={action}>
        {children}
      </ActionButton>
    </Inline>
  );
}
