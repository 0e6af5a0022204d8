import { useEffect, useRef } from 'react';

/** A tap's click can come this long after the finger has left. */
const CLICK_WAIT_MS = 500;

export type Press = {
  /** For the form's `onPointerDown`. */
  readonly begin: () => void;
  /** Does the work when no press is under way: at once, or after its click. */
  readonly afterwards: (work: () => void) => void;
};

/**
 * Pressing a button takes the focus from a field before the click is there. What that shows must wait:
 * it would move the button away from under the pointer, and the click would be lost.
 */
export function usePress(): Press {
  const waiting = useRef<(() => void)[] | undefined>(undefined);
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  function begin(): void {
    end.current?.();
    const giveUp = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    waiting.current = [];
    end.current = () => {
      clearTimeout(timer);
      giveUp.abort();
      const works = waiting.current ?? [];
      waiting.current = undefined;
      for (const work of works) work();
    };
    const { signal } = giveUp;
    window.addEventListener('click', () => end.current?.(), { signal });
    window.addEventListener('pointercancel', () => end.current?.(), { signal });
    window.addEventListener(
      'pointerup',
      () => {
        timer = setTimeout(() => end.current?.(), CLICK_WAIT_MS);
      },
      { signal },
    );
  }

  return {
    begin,
    afterwards(work) {
      if (waiting.current) waiting.current.push(work);
      else work();
    },
  };
}
