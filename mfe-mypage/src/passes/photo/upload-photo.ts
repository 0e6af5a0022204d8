import { failure, type Result, refusalOf, UNREACHABLE } from '@portal/shared-api';
import { tokens } from '@portal/shared-auth';
import { type EndpointAnswer, type Schema, uploadPassportPhoto } from '@portal/shared-contract';
import * as v from 'valibot';

/** A phone on a train sends two megabytes in this time. */
const UPLOAD_TIMEOUT_MS = 120_000;

type Uploaded = EndpointAnswer<typeof uploadPassportPhoto>['data'];
type Sent = { readonly status: number; readonly body: unknown };
type Options = {
  /** From 0 to 1, of what has left the device. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Sends a photo. Not by `call()`: fetch does not tell how much of a body is gone, XMLHttpRequest does.
 * Bearer token, one renewal on 401, and refusals are those of every other call (spec §7).
 */
export async function uploadPhoto(photo: Blob, options: Options): Promise<Result<Uploaded>> {
  const token = await tokens.accessToken();
  let sent = await send(photo, token, options);
  if (typeof sent === 'object' && sent.status === 401) {
    const renewed = await tokens.refresh(token ?? '');
    if (!renewed.ok) {
      return failure(
        renewed.reason === UNREACHABLE
          ? { kind: 'offline' }
          : { kind: 'session', reason: renewed.reason },
      );
    }
    sent = await send(photo, renewed.accessToken, options);
  }
  if (typeof sent === 'string') return failure({ kind: sent });
  if (sent.status >= 400) return failure(refusalOf(sent.status, sent.body));
  const answer = v.safeParse(uploadPassportPhoto.answer as Schema, sent.body);
  if (!answer.success) return failure({ kind: 'api', status: sent.status, code: 'server.error' });
  const { data } = answer.output as EndpointAnswer<typeof uploadPassportPhoto>;
  return { ok: true, data, status: sent.status };
}

function send(
  photo: Blob,
  token: string | undefined,
  { onProgress, signal }: Options,
): Promise<Sent | 'offline' | 'timeout' | 'aborted'> {
  const { apiUrl, apiKey } = window.portal.config;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(uploadPassportPhoto.method, apiUrl + uploadPassportPhoto.path);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', document.documentElement.lang || 'ja');
    request.setRequestHeader('content-type', photo.type);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (apiKey) request.setRequestHeader('x-api-key', apiKey);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    request.onerror = () => resolve('offline');
    request.ontimeout = () => resolve('timeout');
    request.onabort = () => resolve('aborted');
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(photo);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
