import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { type HttpAnswer, sendRequest } from './send-request.ts';
import {
  checkKey,
  checkPrefix,
  isKey,
  type PutOptions,
  type Store,
  type StoredValue,
  StoreError,
} from './store.ts';

/** Where a bucket is, and who uses it. */
export type S3Setting = {
  readonly bucket: string;
  /** Without slashes at either end; empty for the whole bucket. */
  readonly prefix: string;
  /**
   * `https://s3.example` for addresses with the bucket in the path, or `https://{bucket}.s3.example` for
   * addresses with the bucket in the host.
   */
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
  readonly body?: Uint8Array;
};

/** The answer of the last try, and whether an earlier one may have been carried out unanswered. */
type Answered = HttpAnswer & { readonly mayHaveRunBefore: boolean };

const TRIES = 5;
const LONGEST_WAIT_MS = 3_000;
const EMPTY = new Uint8Array();

/**
 * A store in a bucket with the S3 interface. `putIfAbsent` needs conditional writes (`If-None-Match: *`),
 * which S3, R2, MinIO, Ceph and Garage have.
 * @param options.firstWaitMs how long the first wait before a new try may be; later ones double it
 */
export function s3Store(
  setting: S3Setting,
  { firstWaitMs = 100 }: { readonly firstWaitMs?: number } = {},
): Store {
  const { bucket, prefix } = setting;
  const inHost = setting.endpoint.includes('{bucket}');
  const endpoint = setting.endpoint.replace('{bucket}', bucket).replace(/\/+$/, '');
  const base = inHost ? endpoint : `${endpoint}/${bucket}`;
  const fullKey = (key: string) => (prefix === '' ? key : `${prefix}/${key}`);

  /** Sends a signed request; network failures, 429, 5xx and conflicts are tried again. */
  async function send(request: Request): Promise<Answered> {
    let mayHaveRunBefore = false;
    for (let attempt = 1; ; attempt += 1) {
      let problem: unknown;
      try {
        const answer = await sendOnce(request);
        if (!isTransient(answer) || attempt === TRIES) return { ...answer, mayHaveRunBefore };
        // A conflict says that this request was not carried out.
        if (answer.status >= 500) mayHaveRunBefore = true;
      } catch (error) {
        problem = error;
        mayHaveRunBefore = true;
      }
      if (attempt === TRIES) {
        throw new StoreError(
          `The store at ${endpoint} could not be reached. Please check RELEASE_STORE_ENDPOINT and the network.`,
          { cause: problem },
        );
      }
      await jitteredWait(firstWaitMs, attempt);
    }
  }

  async function sendOnce({ method, key, query, headers, body }: Request): Promise<HttpAnswer> {
    const address = new URL(key === undefined ? base : `${base}/${encodeKey(key)}`);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    const { accessKeyId, secretAccessKey, sessionToken, region } = setting;
    const signed = await new AwsV4Signer({
      method,
      url: address.href,
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      // With the body's hash the signature covers it, also without TLS.
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? EMPTY) },
    }).sign();
    return sendRequest({ method, url: signed.url, headers: signed.headers, body });
  }

  const putRequest = (key: string, body: Uint8Array, options: PutOptions, more = {}): Request => ({
    method: 'PUT',
    key: fullKey(key),
    body,
    headers: {
      'content-type': options.type ?? 'application/octet-stream',
      ...(options.encoding && { 'content-encoding': options.encoding }),
      ...(options.cacheControl && { 'cache-control': options.cacheControl }),
      ...more,
    },
  });

  async function get(key: string): Promise<Uint8Array | undefined> {
    checkKey(key);
    const answer = await send({ method: 'GET', key: fullKey(key) });
    if (answer.status === 404 && codeOf(answer) !== 'NoSuchBucket') return undefined;
    expectSuccess(answer, setting);
    return answer.body;
  }

  return {
    get,
    async put(key, bytes, options = {}) {
      checkKey(key);
      expectSuccess(await send(putRequest(key, bytes, options)), setting);
    },
    async putIfAbsent(key, bytes, options = {}) {
      checkKey(key);
      const answer = await send(putRequest(key, bytes, options, { 'if-none-match': '*' }));
      if (answer.status === 412) {
        // Perhaps it was our own first try whose answer was lost.
        if (!answer.mayHaveRunBefore) return false;
        const stored = await get(key);
        return stored !== undefined && Buffer.compare(stored, bytes) === 0;
      }
      expectSuccess(answer, setting);
      return true;
    },
    list(wanted) {
      checkPrefix(wanted);
      return listKeys(wanted);
    },
    stored(wanted) {
      checkPrefix(wanted);
      return listValues(wanted);
    },
    async remove(key) {
      checkKey(key);
      const answer = await send({ method: 'DELETE', key: fullKey(key) });
      // S3 answers 204 for a key without a value; some stores answer 404.
      if (answer.status === 404 && codeOf(answer) === 'NoSuchKey') return;
      expectSuccess(answer, setting);
    },
  };

  async function* listKeys(wanted: string): AsyncIterable<string> {
    for await (const content of listContents(wanted)) yield content.key;
  }

  async function* listValues(wanted: string): AsyncIterable<StoredValue> {
    for await (const { key, xml } of listContents(wanted)) {
      const at = Date.parse(/<LastModified>([^<]*)</.exec(xml)?.[1] ?? '');
      const bytes = Number(/<Size>(\d+)</.exec(xml)?.[1] ?? Number.NaN);
      if (Number.isNaN(at) || Number.isNaN(bytes)) {
        throw new StoreError(
          `The store at ${endpoint} lists ${key} without its time and size. Please use one that lists them as S3 does.`,
        );
      }
      yield { key, at, bytes };
    }
  }

  /** The keys with this prefix, each with its XML element in the answer. */
  async function* listContents(
    wanted: string,
  ): AsyncIterable<{ readonly key: string; readonly xml: string }> {
    const skipped = prefix === '' ? 0 : prefix.length + 1;
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
      const page = Buffer.from(answer.body).toString();
      for (const [, xml = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const own = (/<Key>([^<]*)</.exec(xml)?.[1] ?? '').slice(skipped);
        // A bucket may hold what is not ours.
        if (isKey(own)) yield { key: own, xml };
      }
      token = /<IsTruncated>true</.test(page) ? nextToken(page) : undefined;
    } while (token !== undefined);
  }
}

/** 409 is the answer to two conditional writes of one key at the same time: one of them must repeat. */
const isTransient = ({ status }: HttpAnswer) =>
  status === 409 || status === 429 || (status >= 500 && status !== 501);

/** Waits up to twice as long before each further try, at random, so that callers part. */
function jitteredWait(firstMs: number, attempt: number): Promise<void> {
  const longest = Math.min(LONGEST_WAIT_MS, firstMs * 2 ** (attempt - 1));
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
}

/** `+` too: a signature sees it as a space otherwise. */
const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const codeOf = ({ body }: HttpAnswer) =>
  /<Code>(\w+)<\/Code>/.exec(Buffer.from(body).toString())?.[1];

function nextToken(page: string): string | undefined {
  return /<NextContinuationToken>([^<]*)</
    .exec(page)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** @throws StoreError that says what to set */
function expectSuccess(answer: HttpAnswer, { bucket, region, endpoint }: S3Setting): void {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  const code = codeOf(answer) ?? `status ${status}`;
  if (status === 403 || status === 401) {
    throw new StoreError(
      `The bucket ${bucket} refuses this access (${code}). Please check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the policy of the bucket.`,
    );
  }
  if (status === 404) {
    throw new StoreError(
      `There is no bucket ${bucket} at ${endpoint}. Please check RELEASE_STORE.`,
    );
  }
  if (status >= 300 && status < 400) {
    throw new StoreError(
      `The bucket ${bucket} is not in the region ${region}. Please set AWS_REGION to its region.`,
    );
  }
  if (status === 501) {
    throw new StoreError(
      `The store at ${endpoint} cannot write on a condition (If-None-Match). Please use one that can.`,
    );
  }
  throw new StoreError(`The store at ${endpoint} answered ${code}. Please try again later.`);
}
