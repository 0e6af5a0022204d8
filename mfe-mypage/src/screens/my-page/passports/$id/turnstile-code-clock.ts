import type { TurnstileCode } from '@portal/kit/contract';

/** The server's time by the monotonic clock, so that a wrong clock of the device shows the right code. */
export type ServerClock = {
  /** The server's time when its answer arrived, in ms since 1970. */
  readonly serverTime: number;
  /** `performance.now()` at that moment. */
  readonly monotonicTime: number;
  /** How far the device's clock is ahead of the server's, in ms; negative if it is behind. */
  readonly deviceOffset: number;
};

/** The member is told of a device clock that is wrong by more than one period of the codes. */
const CLOCK_TOLERANCE_MS = 30_000;

export type CallTimes = {
  /** `performance.now()` before the call and after its answer. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** `Date.now()` when the answer arrived. */
  readonly deviceNow: number;
};

/** `answered` is the time in the server's answer, ISO 8601, assumed to be from the middle of the call. */
export function createServerClock(answered: string, times: CallTimes): ServerClock {
  const latency = (times.answeredAt - times.sentAt) / 2;
  const serverTime = Date.parse(answered) + latency;
  return {
    serverTime,
    monotonicTime: times.answeredAt,
    deviceOffset: times.deviceNow - serverTime,
  };
}

/** What both clocks of the device say at one moment. */
export type DeviceTimes = {
  /** `performance.now()`. */
  readonly monotonic: number;
  /** `Date.now()`. */
  readonly device: number;
};

export const readDeviceTimes = (): DeviceTimes => ({
  monotonic: performance.now(),
  device: Date.now(),
});

/** In ms since 1970. On a phone that sleeps the monotonic clock may stand still, and the device's is then ahead. */
export const serverNow = (clock: ServerClock, { monotonic, device }: DeviceTimes): number =>
  Math.max(clock.serverTime + (monotonic - clock.monotonicTime), device - clock.deviceOffset);

/** The server's clock as this device last knew it, by its `deviceOffset`. */
export const clockOfDevice = (
  deviceOffset: number,
  { monotonic, device }: DeviceTimes,
): ServerClock => ({ serverTime: device - deviceOffset, monotonicTime: monotonic, deviceOffset });

export const isDeviceClockWrong = (clock: ServerClock): boolean =>
  Math.abs(clock.deviceOffset) > CLOCK_TOLERANCE_MS;

export type ShownCode = {
  readonly text: string;
  readonly remainingMs: number;
  /** The remaining share of the code's period, from 1 at its start down to 0. */
  readonly remainingShare: number;
};

/** The code that is valid at `now` (ms since 1970); undefined once the codes are used up. */
export function turnstileCodeAt(
  codes: readonly TurnstileCode[],
  now: number,
): ShownCode | undefined {
  const code = codes.find(
    ({ valid_from, valid_until }) => Date.parse(valid_from) <= now && now < Date.parse(valid_until),
  );
  if (!code) return undefined;
  const until = Date.parse(code.valid_until);
  const remainingMs = until - now;
  const periodMs = until - Date.parse(code.valid_from);
  return { text: code.text, remainingMs, remainingShare: remainingMs / periodMs };
}
