import type { ReactNode } from 'react';

type Props = {
  /** `source#path` must be there and not empty, or with `!` before it be neither; several with spaces. */
  readonly test: string;
  readonly children: ReactNode;
};

/** A part of a first view that is shown where an answer passes a test. */
export function When({ test, children }: Props) {
  return <template data-if={test}>{children}</template>;
}
