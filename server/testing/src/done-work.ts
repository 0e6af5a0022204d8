import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { WORK_HEADER, type Work } from '@portal/shared-contract';

const derive = promisify(pbkdf2);
/** As many as keep the threads of the pool busy, without holding up the server in this process. */
const AT_ONCE = 16;

/** Does the work for a code as a browser would, and answers the header of the next call. */
export async function doneWork({
  challenge,
  bits,
  iterations,
}: Work): Promise<Record<string, string>> {
  for (let first = 0; ; first += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + index);
    const derived = await Promise.all(
      numbers.map((number) => derive(challenge, String(number), iterations, 4, 'sha256')),
    );
    const found = derived.findIndex((bytes) => bytes.readUInt32BE() >>> (32 - bits) === 0);
    if (found >= 0) return { [WORK_HEADER]: `${challenge}.${numbers[found]}` };
  }
}
