import { Card, Heading, Stack } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';

type Props = { readonly id: string; readonly title: ReactNode; readonly children: ReactNode };

/** One thing to set, under its own heading. */
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

/** Where the focus goes when what had it has been removed. */
export const focusSection = (id: string): void => document.getElementById(id)?.focus();
