import { useEffect, useRef } from 'react';

/** The longest time between lifting a finger and the click event of the tap. */
const CLICK_WAIT_MS = 500;

/**
 * Delays what would move the layout during a press. Pressing a button blurs a field before the
 * click event; an error that then appeared would move the button away, and the click would miss it.
 */
export function usePress() {
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
    const wait = () => {
      timer = setTimeout(() => end.current?.(), CLICK_WAIT_MS);
    };
    window.addEventListener('pointerup', wait, { signal });
  }

  return {
    begin,
    /** Runs `work` at once if no press is under way, otherwise after its click. */
    afterwards(work: () => void) {
      if (waiting.current) waiting.current.push(work);
      else work();
    },
  };
}
