import { Card, Heading, Stack } from '@portal/kit/ui';
import type { ReactElement, ReactNode } from 'react';

type Props = { readonly id: string; readonly title: ReactNode; readonly children: ReactNode };

/** A section of settings under its own heading. */
export function Section({ id, title, children }: Props): ReactElement {
  return (
    <Card as="section" id={id} tabIndex={-1} aria-labelledby={`${id}-heading`}>
      <Stack gap="md">
        <Heading id={`${id}-heading`}>{title}</Heading>
        {children}
      </Stack>
    </Card>
  );
}

/** Moves the focus to the section when the focused element is removed. */
export const focusSection = (id: string): void => document.getElementById(id)?.focus();
