import { type ApiError, call } from '@portal/kit/api';
import { authStore, isAwayAtom } from '@portal/kit/auth';
import { CODE_PERIOD_S, listPassportCodes, type TurnstileCode } from '@portal/kit/contract';
import { offlineCode } from '@portal/kit/contract/offline-code';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keptGrantOf } from '../../../../kept/kept-grants.ts';
import {
  clockOfDevice,
  createServerClock,
  isDeviceClockWrong,
  readDeviceTimes,
  type ServerClock,
  type ShownCode,
  serverNow,
  turnstileCodeAt,
} from './turnstile-code-clock.ts';
import { type DeviceGrant, isRefusal, useTurnstileGrant } from './use-turnstile-grant.ts';

const TICK_MS = 1_000;

type Fetched = { readonly codes: readonly TurnstileCode[]; readonly clock: ServerClock };

export type TurnstileCodes = {
  readonly shown: ShownCode | undefined;
  /** Until when there are codes without a connection, ISO 8601. */
  readonly lastsUntil: string | undefined;
  readonly isClockWrong: boolean;
  readonly error: ApiError | null;
  readonly loading: boolean;
  readonly retry: () => void;
};

/**
 * The codes of a passport while they are shown. They are fetched at the start and in each period, so
 * that there are always codes for some minutes without a connection. After those, the
 * device makes codes by itself, also with the grant that it has kept.
 */
export function useTurnstileCodes(passportId: string, showing: boolean): TurnstileCodes {
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
