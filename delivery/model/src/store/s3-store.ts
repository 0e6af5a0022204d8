import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { fileType } from './file-type.ts';
import { checkKey, isKey, type Store, type StoredValue, StoreError } from './store.ts';
import { formOf } from './stored-forms.ts';

export type S3Setting = {
  readonly bucket: string;
  /** Without slashes at either end; empty for the whole bucket. */
  readonly prefix: string;
  /** With the bucket in the path, `https://s3.example`, or in the host, `https://{bucket}.s3.example`. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

type Request = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
};
type Answer = { readonly status: number; readonly body: Uint8Array };

const TRIES = 5;
const LONGEST_WAIT_MS = 3_000;
const TIMEOUT_MS = 60_000;

/**
 * A store in a bucket with the S3 interface. `putIfAbsent` needs conditional writes (`If-None-Match: *`),
 * which S3, R2, MinIO, Ceph and Garage have. A file that is stored compressed is read as what it was before.
 * @param options.firstWaitMs how long the first wait before a new try may be; later ones double it
 */
export function s3Store(
  setting: S3Setting,
  { firstWaitMs = 100 }: { readonly firstWaitMs?: number } = {},
): Store {
  const { bucket, prefix, accessKeyId, secretAccessKey, sessionToken, region } = setting;
  const endpoint = setting.endpoint.replace('{bucket}', bucket).replace(/\/+$/, '');
  const base = setting.endpoint.includes('{bucket}') ? endpoint : `${endpoint}/${bucket}`;
  const fullKey = (key: string) => (prefix === '' ? key : `${prefix}/${key}`);

  async function send(request: Request): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await sendOnce(request).catch((cause: unknown) => {
        if (attempt < TRIES) return undefined;
        throw new StoreError(
          `The store at ${endpoint} could not be reached. Please check RELEASE_STORE_ENDPOINT and the network.`,
          { cause },
        );
      });
      if (answer && (!isTransient(answer) || attempt === TRIES)) return answer;
      // At random, so that callers part.
      await pause(Math.random() * Math.min(LONGEST_WAIT_MS, firstWaitMs * 2 ** (attempt - 1)));
    }
  }

  async function sendOnce({ method, key, query, headers, body }: Request): Promise<Answer> {
    const address = new URL(key === undefined ? base : `${base}/${encodeKey(fullKey(key))}`);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: address.href,
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      // With the body's hash the signature covers it, also without TLS.
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
    }).sign();
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
  }

  return {
    async get(key) {
      checkKey(key);
      const answer = await send({ method: 'GET', key });
      if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') return undefined;
      expectSuccess(answer, setting);
      return answer.body;
    },
    async putIfAbsent(key, bytes) {
      checkKey(key);
      const { plain, form } = formOf(key);
      const headers = {
        'if-none-match': '*',
        'content-type': fileType(plain) ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
        ...(form && { 'content-encoding': form.encoding }),
      };
      const answer = await send({ method: 'PUT', key, body: new Uint8Array(bytes), headers });
      if (answer.status === 412) return false;
      expectSuccess(answer, setting);
      return true;
    },
    stored: list,
    async remove(key) {
      checkKey(key);
      const answer = await send({ method: 'DELETE', key });
      // S3 answers 204 for a key without a value; some stores answer 404.
      if (answer.status === 404 && codeOf(answer) === 'NoSuchKey') return;
      expectSuccess(answer, setting);
    },
  };

  async function* list(wanted: string): AsyncIterable<StoredValue> {
    let token: string | undefined;
    do {
      const answer = await send({
        method: 'GET',
        query: {
          'list-type': '2',
          prefix: fullKey(wanted),
          ...(token !== undefined && { 'continuation-token': token }),
        },
      });
      expectSuccess(answer, setting);
      const page = textOf(answer);
      for (const [, xml = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = element(xml, 'Key').slice(fullKey('').length);
        // A bucket may hold what is not ours.
        if (!isKey(key)) continue;
        const [at, bytes] = [Date.parse(element(xml, 'LastModified')), element(xml, 'Size')];
        if (Number.isNaN(at) || bytes === '') {
          throw new StoreError(
            `The store at ${endpoint} lists ${key} without its time and size. Please use one that lists them as S3 does.`,
          );
        }
        yield { key, at, bytes: Number(bytes) };
      }
      token = element(page, 'NextContinuationToken') || undefined;
    } while (token !== undefined);
  }
}

/** 409 is the answer to two conditional writes of one key at the same time: one of them must repeat. */
const isTransient = ({ status }: Answer) =>
  status === 409 || status === 429 || (status >= 500 && status !== 501);

/** `+` too: a signature sees it as a space otherwise. */
const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const textOf = ({ body }: Answer) => new TextDecoder().decode(body);
const codeOf = (answer: Answer) => element(textOf(answer), 'Code');

const element = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function expectSuccess(answer: Answer, { bucket, region, endpoint }: S3Setting): void {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  const code = codeOf(answer) || `status ${status}`;
  const why =
    status === 403 || status === 401
      ? `The bucket ${bucket} refuses this access (${code}). Please check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the policy of the bucket.`
      : status === 404
        ? `There is no bucket ${bucket} at ${endpoint}. Please check RELEASE_STORE.`
        : status >= 300 && status < 400
          ? `The bucket ${bucket} is not in the region ${region}. Please set AWS_REGION to its region.`
          : status === 501
            ? `The store at ${endpoint} cannot write on a condition (If-None-Match). Please use one that can.`
            : `The store at ${endpoint} answered ${code}. Please try again later.`;
  throw new StoreError(why);
}
