import { failure, parseErrorAnswer, type Result, UNREACHABLE } from '@portal/shared-api';
import { tokens } from '@portal/shared-auth';
import { type EndpointAnswer, type Schema, uploadPassportPhoto } from '@portal/shared-contract';
import * as v from 'valibot';

/** Enough for two megabytes over a weak mobile connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** A photo that the server has stored, with an address that shows it for some minutes. */
export type UploadedPhoto = EndpointAnswer<typeof uploadPassportPhoto>['data'];
type RawAnswer = { readonly status: number; readonly body: unknown };
type Options = {
  /** Called with the share of the body that was sent, from 0 to 1. */
  readonly onProgress: (progress: number) => void;
  readonly signal: AbortSignal;
};

/**
 * Uploads a photo. It uses XMLHttpRequest instead of `call()`, because fetch reports no upload
 * progress (design §7.8). Bearer token, one refresh on 401 and errors work as in every other call
 * (product §7.1, §7.6).
 */
export async function uploadPhoto(photo: Blob, options: Options): Promise<Result<UploadedPhoto>> {
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
  if (sent.status >= 400) return failure(parseErrorAnswer(sent.status, sent.body));
  const answer = v.safeParse(uploadPassportPhoto.answer as Schema, sent.body);
  if (!answer.success) return failure({ kind: 'api', status: sent.status, code: 'server.error' });
  const { data } = answer.output as EndpointAnswer<typeof uploadPassportPhoto>;
  return { ok: true, data, status: sent.status };
}

function send(
  photo: Blob,
  token: string | undefined,
  { onProgress, signal }: Options,
): Promise<RawAnswer | 'offline' | 'timeout' | 'aborted'> {
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
    request.onload = () =>
      resolve({ status: request.status, body: parseJson(request.responseText) });
    request.onerror = () => resolve('offline');
    request.ontimeout = () => resolve('timeout');
    request.onabort = () => resolve('aborted');
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(photo);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
