import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useState } from 'react';

/** The validation of a step whose only field must be filled in. */
export function useRequiredField(field: string, message: MessageDescriptor, filled: boolean) {
  const { _ } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const missing = attempt > 0 && !filled ? _(message) : undefined;
  return {
    /** The error; undefined until the member has tried to go on without the field. */
    missing,
    summary: { attempt, errors: missing ? [{ field, text: missing }] : [] },
    /** To call when the member begins to fill it in: the error goes. */
    forget: () => setAttempt(0),
    /** To call when the member wants to go on. Returns whether the field is filled in. */
    check() {
      setAttempt((times) => times + 1);
      return filled;
    },
  };
}
