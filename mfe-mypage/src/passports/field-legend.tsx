import { RequiredMark } from '@portal/kit/ui/forms';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

/** The label of a required field that is a group of controls. */
export function FieldLegend({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <legend className={legend}>
      {children} <RequiredMark spoken />
    </legend>
  );
}

const legend = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  mb: '2',
  fontWeight: 'bold',
  color: 'ink',
});
