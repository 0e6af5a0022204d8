import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB and two passes, as OWASP recommends: 8 ms on a core of 2025, 50 ms on an old one. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** How many hashes run at once. More would only slow each down and take the cores from every other route. */
const HASHES_AT_ONCE = 2;
/** How many calls may run or wait; further ones are told `busy`. It bounds the wait to about half a second. */
const ADMITTED_AT_ONCE = 18;

export type Busy = 'busy';

let admitted = 0;
let running = 0;
const waiting: (() => void)[] = [];

/** Whether the next call would be told `busy`, so that callers can refuse before they query or count anything. */
export function isHashingBusy(): boolean {
  return admitted >= ADMITTED_AT_ONCE;
}

/** Hashes a password for storage, in PHC format; `busy` if too many passwords are being hashed. */
export function hashPassword(password: string): Promise<string | Busy> {
  return admit(() => inSlot(() => hash(normalize(password), COST)));
}

/**
 * Runs `work` with a `compare` function, or returns `busy` without running it. Only `compare` occupies one of the few
 * slots, so no call waits for another's database queries. `compare` takes as long without a hash as with one.
 */
export function withHashSlot<T>(
  work: (
    compare: (storedHash: string | undefined, password: string) => Promise<boolean>,
  ) => Promise<T>,
): Promise<T | Busy> {
  return admit(() =>
    work(async (storedHash, password) => {
      const present = storedHash ?? (await hashOfNobody());
      const matches = await inSlot(() => verify(present, normalize(password)));
      return matches && storedHash !== undefined;
    }),
  );
}

async function admit<T>(work: () => Promise<T>): Promise<T | Busy> {
  if (isHashingBusy()) return 'busy';
  admitted += 1;
  try {
    return await work();
  } finally {
    admitted -= 1;
  }
}

/** Runs work in a slot, first come, first served: a freed slot goes to the next call that waits. */
async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < HASHES_AT_ONCE) running += 1;
  else {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

let nobody: Promise<string> | undefined;
/** The hash that the password of an unknown account is compared with. */
function hashOfNobody(): Promise<string> {
  nobody ??= hash(crypto.randomUUID(), COST);
  return nobody;
}

/** Makes the hash for unknown accounts at start, so that the first comparison takes no longer than the others. */
export async function prepareHashing(): Promise<void> {
  await hashOfNobody();
}

/** NFKC, so that a password typed on any keyboard compares equal. */
const normalize = (password: string) => password.normalize('NFKC');
