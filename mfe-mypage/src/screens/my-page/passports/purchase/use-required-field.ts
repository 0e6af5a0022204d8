import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { ErrorSummary } from '@portal/kit/ui/forms';
import { type ComponentProps, useState } from 'react';

type RequiredField = {
  /** The error; undefined until the member has tried to go on without the field. */
  readonly missing: string | undefined;
  readonly summary: ComponentProps<typeof ErrorSummary>;
  /** To call when the member begins to fill it in: the error goes. */
  readonly forget: () => void;
  /** To call when the member wants to go on. Returns whether the field is filled in. */
  readonly check: () => boolean;
};

/** The validation of a step whose only field must be filled in. */
export function useRequiredField(
  field: string,
  message: MessageDescriptor,
  filled: boolean,
): RequiredField {
  const { _ } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const missing = attempt > 0 && !filled ? _(message) : undefined;
  return {
    missing,
    summary: { attempt, errors: missing ? [{ field, text: missing }] : [] },
    forget: () => setAttempt(0),
    check() {
      setAttempt((times) => times + 1);
      return filled;
    },
  };
}
