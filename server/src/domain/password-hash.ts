import { hash, verify } from '@node-rs/argon2';

/** Argon2id, 19 MiB, two passes (OWASP's first choice): 8 ms of a core of 2025, 50 of an old one. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More at once only makes each slower, and takes the cores from every other route. */
const HASHES_AT_ONCE = 2;
/** Beyond these the answer is `busy`: a wait of about half a second is kind, a longer one is not. */
const ADMITTED_AT_ONCE = 18;

export type Busy = 'busy';

let admitted = 0;
let running = 0;
const waiting: (() => void)[] = [];

/** Whether the next password would be turned away: known before anything was asked or counted. */
export function isHashingBusy(): boolean {
  return admitted >= ADMITTED_AT_ONCE;
}

/** The hash of a password to store, in PHC format; `busy` when too many are being made. */
export function hashPassword(password: string): Promise<string | Busy> {
  return admit(() => inSlot(() => hash(normalize(password), COST)));
}

/**
 * Runs `work` with a `compare` function, or answers `busy` without running it. Only comparing takes one
 * of the few slots: nobody waits for another's questions to the database.
 * `compare` takes as long without a hash as with one.
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

/** First come, first served. A slot that ends is handed on to whoever waits. */
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
/** What the password of an unknown account is compared with. */
function hashOfNobody(): Promise<string> {
  nobody ??= hash(crypto.randomUUID(), COST);
  return nobody;
}

/** Made at start, so that the first unknown account takes no longer than the second. */
export async function prepareHashing(): Promise<void> {
  await hashOfNobody();
}

/** The same password typed on any keyboard (decisions.md: NFKC). */
const normalize = (password: string) => password.normalize('NFKC');
