import { type ApiError, call } from '@portal/kit/api';
import { authStore, isAwayAtom } from '@portal/kit/auth';
import {
  CODE_PERIOD_S,
  listPassportCodes,
  type TurnstileCode,
  type TurnstileGrant,
  todayInJapan,
} from '@portal/kit/contract';
import { offlineCode } from '@portal/kit/contract/offline-code';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keptGrantOf } from '../../../../kept/kept-grants.ts';
import {
  createDeviceKey,
  type DeviceKey,
  requestGrant,
} from '../../../../passports/offline/device-grant.ts';
import {
  clockOfDevice,
  createServerClock,
  isDeviceClockWrong,
  readDeviceTimes,
  type ServerClock,
  serverNow,
  turnstileCodeAt,
} from './turnstile-code-clock.ts';

const TICK_MS = 1_000;

type Fetched = { readonly codes: readonly TurnstileCode[]; readonly clock: ServerClock };

export type TurnstileCodes = ReturnType<typeof useTurnstileCodes>;

/**
 * The codes of a passport while they are shown. They are fetched at the start and in each period, so that there are
 * codes for some minutes without a connection. After those, the device makes codes with the grant that it has kept.
 */
export function useTurnstileCodes(passportId: string, showing: boolean) {
  const [fetched, setFetched] = useState<Fetched>();
  const [error, setError] = useState<ApiError | null>(null);
  const [loading, setLoading] = useState(false);
  const [now, setNow] = useState(readDeviceTimes);
  const { held, hold, renew, drop } = useTurnstileGrant(passportId);
  const running = useRef<AbortController>(undefined);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
  }, []);

  /** Where no call was answered since the page was opened, there is what this device has kept. */
  const takeKept = useCallback(async () => {
    const kept = await keptGrantOf(passportId);
    if (!kept) return;
    const times = readDeviceTimes();
    hold(kept);
    setNow(times);
    setFetched((before) => before ?? { codes: [], clock: clockOfDevice(kept.deviceOffset, times) });
  }, [passportId, hold]);

  const fetchCodes = useCallback(async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setLoading(true);
    // A call may hang until its time limit.
    if (authStore.get(isAwayAtom)) await takeKept();
    const sentAt = readDeviceTimes().monotonic;
    const answer = await call(
      listPassportCodes,
      { params: { id: passportId } },
      { purpose: 'form', signal: controller.signal },
    );
    if (!answer.ok && !isRefusal(answer.error)) await takeKept();
    if (controller.signal.aborted) return;
    running.current = undefined;
    setLoading(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      // The server says that the passport opens no turnstile any more, so the codes are void.
      if (isRefusal(answer.error)) {
        setFetched(undefined);
        drop();
      }
      return;
    }
    const { server_time, codes } = answer.data.data;
    const answered = readDeviceTimes();
    setNow(answered);
    const times = { sentAt, answeredAt: answered.monotonic, deviceNow: answered.device };
    setFetched({ codes, clock: createServerClock(server_time, times) });
    renew(Date.parse(server_time));
  }, [passportId, renew, drop, takeKept]);

  const time = fetched && serverNow(fetched.clock, now);
  const known = fetched && time !== undefined ? turnstileCodeAt(fetched.codes, time) : undefined;
  // They are made during the last code that was fetched, so that one follows the other.
  const isLast =
    fetched && time !== undefined && !turnstileCodeAt(fetched.codes, time + CODE_PERIOD_S * 1000);
  const deviceCodes = useDeviceCodes(held, showing && isLast ? time : undefined);
  const shown = known ?? (time === undefined ? undefined : turnstileCodeAt(deviceCodes, time));
  const text = shown?.text;

  useEffect(() => {
    if (showing) void fetchCodes();
  }, [showing, fetchCodes]);

  // Each new code fetches those after it. The first one of an answer has just been fetched.
  const isNext = fetched !== undefined && fetched.codes[0]?.text !== text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one call for each new code
  useEffect(() => {
    if (showing && isNext) void fetchCodes();
  }, [showing, isNext, text, fetchCodes]);

  useEffect(() => {
    if (!showing) return undefined;
    const tick = () => setNow(readDeviceTimes());
    const timer = setInterval(tick, TICK_MS);
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return;
      tick();
      void fetchCodes();
    };
    const onOnline = () => {
      // A call from before may hang until its time limit.
      stop();
      void fetchCodes();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onOnline);
      stop();
    };
  }, [showing, fetchCodes, stop]);

  return {
    shown,
    /** Until when there are codes without a connection, ISO 8601. */
    lastsUntil: held?.grant.valid_until ?? fetched?.codes.at(-1)?.valid_until,
    isClockWrong: fetched !== undefined && isDeviceClockWrong(fetched.clock),
    error,
    loading,
    retry: () => void fetchCodes(),
  };
}

const PERIOD_MS = CODE_PERIOD_S * 1000;
const NONE: readonly TurnstileCode[] = [];

/** The device's codes for this period and the next, so that it is there in time. `now`: the server's, in ms. */
function useDeviceCodes(
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

/** What a device needs to make the codes of a passport by itself. */
type DeviceGrant = { readonly grant: TurnstileGrant; readonly key: DeviceKey };

/** The grant of a passport, in memory while its page is open. */
function useTurnstileGrant(passportId: string) {
  const [held, setHeld] = useState<DeviceGrant>();
  const key = useRef<Promise<DeviceKey | undefined>>(undefined);
  /** The day in Japan on which a grant was asked for, and is coming or held. */
  const askedOn = useRef<string>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** The server says that the passport opens no turnstile any more. */
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

  /** Asks for a grant, once a day. */
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
  /** Takes a grant that this device has kept, where none was asked for yet. */
  const hold = useCallback(
    ({ grant, key: kept }: DeviceGrant) => setHeld((before) => before ?? { grant, key: kept }),
    [],
  );
  return { held, hold, renew, drop };
}

/** Whether the server has answered that there is nothing to be had, rather than failed. */
const isRefusal = (error: ApiError): boolean => error.kind === 'api' && error.status < 500;
