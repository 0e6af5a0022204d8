import type { GateCode } from '@portal/shared-contract';

/**
 * The server's time, told by how much time has passed here since it was heard: whatever the device's
 * own clock says, the right code is shown. All times in ms since 1970.
 */
export type ServerClock = {
  /** The server's time in the middle of the call's travel. */
  readonly heard: number;
  /** A steady count (`performance.now()`) at that moment. */
  readonly at: number;
  /** How far the device's clock is ahead of the server's; negative where it is behind. */
  readonly deviceAhead: number;
};

/** A clock that is wrong by more than one period of the code is worth a word. */
export const CLOCK_TOLERANCE_MS = 30_000;

export type CallTimes = {
  /** Steady counts around the call. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The device's clock when the answer came. */
  readonly deviceNow: number;
};

export function serverClock(serverTime: string, times: CallTimes): ServerClock {
  const travel = (times.answeredAt - times.sentAt) / 2;
  const heard = Date.parse(serverTime) + travel;
  return { heard, at: times.answeredAt, deviceAhead: times.deviceNow - heard };
}

export const serverNow = (clock: ServerClock, steady: number): number =>
  clock.heard + (steady - clock.at);

export const isClockWrong = (clock: ServerClock): boolean =>
  Math.abs(clock.deviceAhead) > CLOCK_TOLERANCE_MS;

export type ShownCode = {
  readonly text: string;
  /** Until the next one, in ms. */
  readonly left: number;
  /** Of its time, from 1 at its beginning down to 0. */
  readonly share: number;
};

/** The code of this moment; undefined once the codes at hand are used up. */
export function codeAt(codes: readonly GateCode[], now: number): ShownCode | undefined {
  const code = codes.find(
    ({ valid_from, valid_until }) => Date.parse(valid_from) <= now && now < Date.parse(valid_until),
  );
  if (!code) return undefined;
  const until = Date.parse(code.valid_until);
  const left = until - now;
  return { text: code.text, left, share: left / (until - Date.parse(code.valid_from)) };
}

/** Until when the codes at hand last without a connection. */
export const lastMoment = (codes: readonly GateCode[]): string | undefined =>
  codes.at(-1)?.valid_until;
