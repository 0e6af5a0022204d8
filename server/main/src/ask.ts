import { Refused } from '@portal/shared-process/command-line';

const TIMEOUT_MS = 10_000;

/**
 * Asks an address as it is, without following redirects.
 * @throws Refused with one sentence if no answer comes
 */
export async function ask(url: string | URL, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });
  } catch (error) {
    const { name, cause } = error as Error;
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    throw new Refused(
      `See that ${new URL(url).origin} answers from this machine (${code ?? name}).`,
    );
  }
}
