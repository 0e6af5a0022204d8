import { hash, verify } from '@node-rs/argon2';

/** Argon2id, 19 MiB, two passes (OWASP's first choice); 36 to 55 hashes a second on two cores. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More at once only makes each slower, and takes the cores from every other route. */
const HASHES_AT_ONCE = 2;
/** Beyond these the answer is `busy`: a wait of about half a second is kind, a longer one is not. */
const HASHES_WAITING = 16;

export type Busy = 'busy';

let running = 0;
const waiting: (() => void)[] = [];

/** The hash of a password to store, in PHC format; `busy` when too many are being made. */
export function hashPassword(password: string): Promise<string | Busy> {
  return inSlot(() => hash(normalize(password), COST));
}

/**
 * Runs `work` with a `compare` function in one of the few slots, or answers `busy` without running it.
 * `compare` takes as long without a hash as with one.
 */
export function withHashSlot<T>(
  work: (
    compare: (storedHash: string | undefined, password: string) => Promise<boolean>,
  ) => Promise<T>,
): Promise<T | Busy> {
  return inSlot(() =>
    work(async (storedHash, password) => {
      const matches = await verify(storedHash ?? (await hashOfNobody()), normalize(password));
      return matches && storedHash !== undefined;
    }),
  );
}

async function inSlot<T>(work: () => Promise<T>): Promise<T | Busy> {
  if (running < HASHES_AT_ONCE) running += 1;
  else if (waiting.length < HASHES_WAITING) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  } else return 'busy';
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
