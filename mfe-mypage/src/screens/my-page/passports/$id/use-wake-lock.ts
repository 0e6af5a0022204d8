import { useEffect } from 'react';

/** Keeps the screen awake while `wanted`, if the browser and the battery allow it (design §4.3). */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let unmounted = false;
    // The browser releases the lock when the page is hidden, so request it again afterwards.
    const acquire = async () => {
      if (document.visibilityState !== 'visible') return;
      const held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (unmounted) await held?.release();
      else lock = held;
    };
    void acquire();
    document.addEventListener('visibilitychange', acquire);
    return () => {
      unmounted = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock?.release();
    };
  }, [wanted]);
}
