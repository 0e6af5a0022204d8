import { call, type Result } from '@portal/kit/api';
import { type EndpointAnswer, uploadPassportPhoto } from '@portal/kit/contract';

/** Enough for two megabytes over a weak mobile connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** A photo that the server has stored, with an address that shows it for some minutes. */
export type UploadedPhoto = EndpointAnswer<typeof uploadPassportPhoto>['data'];

type OnProgress = (progress: number) => void;

/** Uploads a photo. `onProgress` gets the share of the body that was sent, from 0 to 1. */
export async function uploadPhoto(
  photo: Blob,
  { onProgress, signal }: { readonly onProgress: OnProgress; readonly signal: AbortSignal },
): Promise<Result<UploadedPhoto>> {
  const answer = await call(
    uploadPassportPhoto,
    { body: photo },
    { purpose: 'form', fetch: fetchWithProgress(onProgress), signal, timeoutMs: UPLOAD_TIMEOUT_MS },
  );
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}

/** Sends by XMLHttpRequest, because fetch reports no upload progress (design §7.8). */
function fetchWithProgress(onProgress: OnProgress): typeof globalThis.fetch {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'POST', String(url));
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      request.onload = () =>
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: headersOf(request),
          }),
        );
      request.onerror = () => reject(new TypeError('The upload failed'));
      request.onabort = () => reject(init?.signal?.reason);
      init?.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init?.body as Blob);
    });
}

const headersOf = (request: XMLHttpRequest): [string, string][] =>
  request
    .getAllResponseHeaders()
    .trim()
    .split(/\r?\n/)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
