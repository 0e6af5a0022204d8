import { resolve } from 'node:path';
import { signApproval } from '../log/approval.ts';
import { type ReleaseRefusal, refusal } from '../log/refusal.ts';
import { signPreview } from '../preview/token.ts';
import { createReleaseClient, ReleaseClientError } from './client.ts';
import { CommandFailure, EXIT, wrongUsage } from './failure.ts';
import { readKeyFile } from './key-file.ts';

/** The calls to a portal, signed with the key of a team. */
export type PortalConnection = ReturnType<typeof createReleaseClient> & {
  /** The origin of the portal. */
  readonly url: string;
  /** The team that calls. */
  readonly team: string;
  /** Signs that a release may be promoted at this portal. */
  signApproval(approved: Parameters<typeof signApproval>[0]): Promise<string>;
  /** Signs the address of a preview of this portal. */
  signPreview(preview: Parameters<typeof signPreview>[0], environment: string): Promise<string>;
};

/** Which portal, which team, and the file of its key; from the options, else from the environment. */
type Settings = {
  readonly url: string | undefined;
  readonly team: string | undefined;
  readonly key: string | undefined;
};

/** The server checks every file of a release before it answers. */
const ANSWER_TIMEOUT_MS = 120_000;

/** @throws CommandFailure for a setting that is missing or wrong, and for a key that is not safe */
export async function connect(settings: Settings, cwd: string): Promise<PortalConnection> {
  const url = portalUrl(needed(settings.url, '--url', 'PORTAL_URL', 'https://portal.example'));
  const team = needed(settings.team, '--team', 'PORTAL_TEAM', 'the name of your team');
  const file = needed(settings.key, '--key', 'PORTAL_KEY', 'the file of your private key');
  const key = await readKeyFile(resolve(cwd, file));
  const client = createReleaseClient({
    apiUrl: `${url}/api`,
    audience: url,
    team,
    key,
    fetch: (request) => answerOf(request, url),
  });
  return {
    ...client,
    team,
    url,
    signApproval: (approved) =>
      signApproval(approved, { team, key, audience: url, now: new Date() }),
    signPreview: (preview, environment) =>
      signPreview(preview, { team, key, audience: url, environment }),
  };
}

/** A failure of a call, with exit code, reason and remedy; undefined for a bug. */
export function failureOf(error: unknown): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  if (!(error instanceof ReleaseClientError)) return undefined;
  const { status, refusals, message } = error;
  if (refusals.length > 0) return new CommandFailure(EXIT.refused, refusals, { cause: error });
  const isUnreachable = status === 200 || status === 404 || status >= 500;
  return new CommandFailure(
    isUnreachable ? EXIT.unreachable : EXIT.refused,
    [isUnreachable ? nobodyAnswers(status) : refusalOf(status, message)],
    { cause: error },
  );
}

function nobodyAnswers(status: number): ReleaseRefusal {
  if (status >= 500) {
    const reason = `The portal cannot answer at the moment (HTTP ${status}).`;
    return refusal(
      'unavailable',
      reason,
      'Try again in a minute; `portal status` shows what is live.',
    );
  }
  return refusal(
    'no-portal',
    `What answers there is no portal that takes releases (HTTP ${status}).`,
    'Check PORTAL_URL, and that the portal has the version of this command or a newer one.',
  );
}

function refusalOf(status: number, code: string): ReleaseRefusal {
  if (status === 429) {
    return refusal(code, 'There were too many calls within a minute.', 'Try again in a minute.');
  }
  return refusal(
    code,
    `The portal has not accepted the call (HTTP ${status}, ${code}).`,
    'Check the arguments, and that this command has the version of the portal.',
  );
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

function needed(value: string | undefined, option: string, name: string, what: string): string {
  if (value) return value;
  throw wrongUsage(`${name} is not set.`, `Set ${name} or ${option}: ${what}.`);
}

/** The origin, which is what calls are signed for. */
function portalUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url?.pathname === '/' && !url.search && !url.hash && !url.username;
  if (url && isOrigin && /^https?:$/.test(url.protocol)) return url.origin;
  throw wrongUsage(
    `${JSON.stringify(text)} is not the address of a portal.`,
    'Give it without a path: https://portal.example',
  );
}
