import { CODE_PERIOD_S, type TurnstileCode } from '@portal/kit/contract';
import { offlineCode } from '@portal/kit/contract/offline-code';
import { useEffect, useState } from 'react';
import type { DeviceGrant } from './use-turnstile-grant.ts';

const PERIOD_MS = CODE_PERIOD_S * 1000;
const NONE: readonly TurnstileCode[] = [];

/**
 * The codes that this device makes for the current period and the next one, so that the next is there when
 * its period begins.
 * @param now the server's time in ms; undefined while no such codes are needed
 */
export function useDeviceCodes(
  held: DeviceGrant | undefined,
  now: number | undefined,
): readonly TurnstileCode[] {
  const [codes, setCodes] = useState(NONE);
  const period = now === undefined ? undefined : Math.floor(now / PERIOD_MS);
  useEffect(() => {
    if (!held || period === undefined) {
      setCodes(NONE);
      return undefined;
    }
    let isCurrent = true;
    const periods = [period, period + 1];
    void Promise.all(periods.map((one) => offlineCode(held.grant, held.key, one * PERIOD_MS))).then(
      (made) => {
        if (isCurrent) setCodes(made.filter((code) => code !== undefined));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [held, period]);
  return codes;
}
