import type { ApiError } from '@portal/kit/api';
import { type TurnstileGrant, todayInJapan } from '@portal/kit/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  createDeviceKey,
  type DeviceKey,
  requestGrant,
} from '../../../../passports/offline/device-grant.ts';

/** What a device needs to make the codes of a passport by itself. */
export type DeviceGrant = { readonly grant: TurnstileGrant; readonly key: DeviceKey };

export type TurnstileGrantState = {
  readonly held: DeviceGrant | undefined;
  /** Takes a grant that this device has kept, where none was asked for yet. */
  readonly hold: (kept: DeviceGrant) => void;
  /** Asks for a grant, once a day. */
  readonly renew: (serverTime: number) => void;
  /** The server says that the passport opens no turnstile any more. */
  readonly drop: () => void;
};

/** The grant of a passport, in memory while its page is open. */
export function useTurnstileGrant(passportId: string): TurnstileGrantState {
  const [held, setHeld] = useState<DeviceGrant>();
  const key = useRef<Promise<DeviceKey | undefined>>(undefined);
  /** The day in Japan on which a grant was asked for, and is coming or held. */
  const askedOn = useRef<string>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const drop = useCallback(() => {
    running.current?.abort();
    askedOn.current = undefined;
    setHeld(undefined);
  }, []);

  const ask = useCallback(async (): Promise<'held' | 'refused' | 'failed'> => {
    key.current ??= createDeviceKey();
    const deviceKey = await key.current;
    if (!deviceKey) return 'refused';
    const controller = new AbortController();
    running.current = controller;
    const answer = await requestGrant(passportId, deviceKey, { signal: controller.signal });
    if (controller.signal.aborted) return 'failed';
    if (!answer.ok) return isRefusal(answer.error) ? 'refused' : 'failed';
    setHeld({ grant: answer.data, key: deviceKey });
    return 'held';
  }, [passportId]);

  const renew = useCallback(
    (serverTime: number) => {
      const today = todayInJapan(new Date(serverTime));
      if (askedOn.current === today) return;
      askedOn.current = today;
      void ask().then((result) => {
        if (result === 'refused') setHeld(undefined);
        // Asked again with the next codes.
        if (result === 'failed' && askedOn.current === today) askedOn.current = undefined;
      });
    },
    [ask],
  );
  const hold = useCallback(
    ({ grant, key: deviceKey }: DeviceGrant) =>
      setHeld((before) => before ?? { grant, key: deviceKey }),
    [],
  );
  return { held, hold, renew, drop };
}

/** Whether the server has answered that there is nothing to be had, rather than failed. */
export const isRefusal = (error: ApiError): boolean => error.kind === 'api' && error.status < 500;
