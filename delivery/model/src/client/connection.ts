import { isSafeAddress } from '@portal/shared-process/setting-values';
import { refusal } from '../log/refusal.ts';
import { createReleaseClient, ReleaseClientError } from './client.ts';
import { CommandFailure, EXIT, wrongUsage } from './failure.ts';

export type PortalConnection = ReturnType<typeof createReleaseClient> & {
  readonly url: string;
};

/** The server checks every file of a release before it answers. */
const ANSWER_TIMEOUT_MS = 120_000;

export function connect(settings: {
  readonly url: string | undefined;
  readonly token: string | undefined;
}): PortalConnection {
  const url = portalUrl(settings.url);
  if (!settings.token) {
    throw wrongUsage(
      'PORTAL_TOKEN is not set.',
      'Set PORTAL_TOKEN to the token of your team, which the operator gives you.',
    );
  }
  const client = createReleaseClient({
    apiUrl: `${url}/api`,
    token: settings.token,
    fetch: (request) => answerOf(request, url),
  });
  return { ...client, url };
}

/** A failure of a call, with exit code, reason and remedy; undefined for a bug. */
export function failureOf(error: unknown): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  if (!(error instanceof ReleaseClientError)) return undefined;
  const { status, refusals, message } = error;
  if (refusals.length > 0) return new CommandFailure(EXIT.refused, refusals, { cause: error });
  const isAway = status === 200 || status === 404 || status >= 500;
  const words = isAway
    ? refusal(
        'unavailable',
        `What answers there takes no releases at the moment (HTTP ${status}).`,
        'Check PORTAL_URL, and try again in a minute; `portal status` shows what is live.',
      )
    : refusal(
        message,
        `The portal has not accepted the call (HTTP ${status}, ${message}).`,
        'Check the arguments, that this command has the version of the portal, and that there were not too many calls in a minute.',
      );
  const exitCode = isAway ? EXIT.unreachable : EXIT.refused;
  return new CommandFailure(exitCode, [words], { cause: error });
}

async function answerOf(request: Request, url: string): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    // `fetch` throws a TypeError for every failure of the network, and says which in the cause.
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    const why = isLate ? 'no answer in two minutes' : (code ?? (error as Error).message);
    throw new CommandFailure(
      EXIT.unreachable,
      [
        refusal(
          'unreachable',
          `No portal answers at ${url} (${why}).`,
          'Check PORTAL_URL and the network. Then see with `portal status` whether anything has changed, and try again.',
        ),
      ],
      { cause: error },
    );
  }
}

/** The origin. Without TLS the token could be read on the way, so that only this machine is called so. */
export function portalUrl(text: string | undefined): string {
  if (!text) {
    throw wrongUsage('PORTAL_URL is not set.', 'Set PORTAL_URL or --url: https://portal.example.');
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url?.pathname === '/' && !url.search && !url.hash && !url.username;
  if (url && isOrigin && isSafeAddress(text)) return url.origin;
  throw wrongUsage(
    `${JSON.stringify(text)} is not the address of a portal.`,
    'Give it without a path, and with https: https://portal.example',
  );
}
