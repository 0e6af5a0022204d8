const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Every limit of what the portal sends, because each message costs money (docs/decisions/0024-messages-cost-money.md): how many in which time. `MESSAGE_LIMITS` of the
 * environment sets another number.
 */
const TABLE = {
  /** Codes to one account by any channel; to an address without signing in, of each type. */
  'codes-account-hour': [20, HOUR_MS],

  // To a number that its member has not confirmed: anybody's number can be typed.
  'sms-unconfirmed-wait': [1, 10 * SECOND_MS],
  'sms-unconfirmed-day': [6, DAY_MS],
  /** Different numbers of one account. */
  'sms-numbers-hour': [2, HOUR_MS],
  /** To a confirmed number. */
  'sms-number-day': [40, DAY_MS],
  'sms-account-day': [20, DAY_MS],
  /** A network is an IPv6 /48 or an IPv4 /24; a smaller one inside it gets a part of the number. */
  'sms-network-hour': [100, HOUR_MS],
  'sms-network-day': [500, DAY_MS],
  'sms-japan-day': [10_000, DAY_MS],
  /** To each other country. */
  'sms-country-day': [100, DAY_MS],

  'mail-account-day': [100, DAY_MS],
  /** To an address that nobody has confirmed, or that somebody types without signing in. */
  'mail-address-day': [100, DAY_MS],
  'mail-network-hour': [1_000, HOUR_MS],
  'mail-network-day': [5_000, DAY_MS],

  // What the whole portal may send, in shares that nobody else uses up (server/accounts/src/codes/message-share.ts).
  'mail-known-hour': [3_000, HOUR_MS],
  'mail-members-hour': [3_000, HOUR_MS],
  'mail-newcomers-hour': [4_000, HOUR_MS],
  'mail-holders-hour': [4_000, HOUR_MS],
  'mail-strangers-hour': [4_000, HOUR_MS],
  'sms-known-hour': [500, HOUR_MS],
  'sms-members-hour': [250, HOUR_MS],
  'sms-newcomers-hour': [250, HOUR_MS],
  'sms-strangers-hour': [250, HOUR_MS],
} as const satisfies Record<string, readonly [limit: number, windowMs: number]>;

export type MessageLimitName = keyof typeof TABLE;
export type MessageLimits = Readonly<Record<MessageLimitName, number>>;

export const MESSAGE_LIMIT_NAMES = Object.keys(TABLE) as MessageLimitName[];

/** The time in which the messages of a limit are counted together. */
export const messageWindowMs = (name: MessageLimitName): number => TABLE[name][1];

/**
 * Reads changes of the table: `sms-known-hour=2000, mail-known-hour=50000`.
 * @returns all limits; undefined if a name is unknown or a number is not a whole one above 0
 */
export function parseMessageLimits(list: string): MessageLimits | undefined {
  const limits = Object.fromEntries(
    MESSAGE_LIMIT_NAMES.map((name) => [name, TABLE[name][0]]),
  ) as Record<MessageLimitName, number>;
  for (const part of list.split(/[\s,]+/).filter(Boolean)) {
    const [, name, number] = /^([a-z-]+)=([1-9]\d{0,8})$/.exec(part) ?? [];
    if (!name || !Object.hasOwn(TABLE, name)) return undefined;
    limits[name as MessageLimitName] = Number(number);
  }
  return limits;
}
