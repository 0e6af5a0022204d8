import { useEffect, useRef, useState } from 'react';

/**
 * Submits a form at the last digit of its code, typed, pasted or filled in by the device. The same code is not
 * submitted by itself again: filled in a second time, it would use up the tries. The button still submits it.
 * @param disabled while nothing can be submitted; a code that is complete by then waits
 */
export function useSelfSubmit(disabled: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const submitted = useRef<string>(undefined);
  const [complete, setComplete] = useState<string>();
  const ready = complete !== undefined && !disabled;

  // Waits until submitting is allowed: a code can be pasted within the 600 ms after the last request.
  useEffect(() => {
    if (!ready) return;
    setComplete(undefined);
    submitted.current = complete;
    form.current?.requestSubmit();
  }, [ready, complete]);

  return {
    form,
    /** Call when the code has changed: one that was complete does not wait any more. */
    changed: () => setComplete(undefined),
    /** Call with a code that has its last digit. */
    onComplete: (code: string) => setComplete(code === submitted.current ? undefined : code),
  };
}
