import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type EndpointAnswer,
  type ErrorBody,
  getReleaseState,
  listCanaries,
  listReleaseFiles,
  listReleaseHistory,
  operateRelease,
  publishRelease,
  readRelease,
  storePageConfiguration,
  sweepReleaseStore,
  uploadReleaseFile,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { parseDocument, type ReleaseDocument } from '../document.ts';
import { inParallel } from '../in-parallel.ts';
import { type Conditions, type Entry, EntrySchema } from '../log/entry.ts';
import type { Operation } from '../log/operations.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import type { PageConfiguration } from '../page/configuration.ts';

export type ReleaseClientSetting = {
  readonly apiUrl: string;
  readonly token: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
};

/** A refusal with reason and remedy, or a failure without; `status` is 200 for an answer that no portal gives. */
export class ReleaseClientError extends Error {
  override readonly name = 'ReleaseClientError';
  readonly status: number;
  readonly refusals: readonly ReleaseRefusal[];
  /** After how long another try makes sense; undefined if none does. */
  readonly retryMs: number | undefined;

  constructor(status: number, { error, refusals = [] }: ErrorBody, retryMs?: number) {
    super(refusals.map(({ reason, remedy }) => `${reason} ${remedy}`).join('\n') || error);
    this.status = status;
    this.refusals = refusals;
    this.retryMs = retryMs;
  }
}

type Content = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
};
type Called = { readonly method: string; readonly path: string };
type DataOf<E> = EndpointAnswer<E> extends { readonly data: infer Data } ? Data : never;

const UPLOADS_AT_ONCE = 6;
const UPLOAD_TRIES = 10;
/** Within about half a minute, in which a server that was killed is back. */
const OPERATION_TRIES = 6;

/** The calls of a team to a portal. */
export function createReleaseClient(setting: ReleaseClientSetting) {
  const { apiUrl, token, fetch = globalThis.fetch, wait = setTimeout } = setting;

  async function call<E extends Called>(
    { method, path }: E,
    { params = {}, query = '', json, bytes }: Content = {},
  ): Promise<DataOf<E>> {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const body = json === undefined ? (bytes as Uint8Array<ArrayBuffer>) : JSON.stringify(json);
    const type = json === undefined ? 'application/octet-stream' : 'application/json';
    const response = await fetch(
      new Request(`${apiUrl}${filled}${query}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
        ...(body && { body }),
      }),
    );
    const answer: unknown = await response.json().catch(() => undefined);
    const data = (answer as { data?: unknown } | undefined)?.data;
    if (response.ok && data !== undefined) return data as DataOf<E>;
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new ReleaseClientError(
      response.status,
      (answer as ErrorBody | undefined) ?? { error: 'server.unavailable' },
      Number.isNaN(retryAfter) ? undefined : retryAfter * 1000,
    );
  }

  /** An upload can be repeated: where the server has no place for it now, it says when. */
  const upload = (endpoint: Called, content: Content) =>
    again(
      UPLOAD_TRIES,
      () => call(endpoint, content),
      ({ retryMs }) => retryMs,
    );
  const uploadFile = (part: string, file: string, bytes: Uint8Array) =>
    upload(uploadReleaseFile, { params: { part, file }, bytes });
  const storedFiles = async (part: string) =>
    new Set((await call(listReleaseFiles, { params: { part } })).files);
  /** @param waitFor how long after a failure; undefined where another try makes no sense */
  async function again<T>(
    tries: number,
    work: () => Promise<T>,
    waitFor: (error: Partial<ReleaseClientError>, attempt: number) => number | undefined,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const ms = waitFor(error as Partial<ReleaseClientError>, attempt);
        if (ms === undefined || attempt === tries) throw error;
        await wait(ms);
      }
    }
  }
  return {
    /**
     * Asks for an operation; the entry that it became. Where no answer comes, or an edge gives one in the
     * portal's place, it is asked again with the same key, by which the portal knows what it has done.
     */
    async operate(operation: Operation, conditions: Conditions = {}): Promise<Entry> {
      const json = { operation, key: randomUUID(), ...conditions };
      const { entry } = await again(
        OPERATION_TRIES,
        () => call(operateRelease, { json }),
        ({ status = 500, retryMs = 0 }, attempt) =>
          status < 500 ? undefined : retryMs || 1000 * 2 ** (attempt - 1),
      );
      return v.parse(EntrySchema, entry);
    },

    async lastEntry(): Promise<Entry | undefined> {
      const { entry } = await call(getReleaseState);
      return entry === null ? undefined : v.parse(EntrySchema, entry);
    },

    async history(limit = Number.POSITIVE_INFINITY): Promise<Entry[]> {
      const entries: Entry[] = [];
      for (let before: number | undefined; entries.length < limit && before !== 1; ) {
        const query = before === undefined ? '' : `?before=${before}`;
        const answer = await call(listReleaseHistory, { query });
        const page = v.parse(v.array(EntrySchema), answer.entries);
        if (page.length === 0) break;
        entries.push(...page);
        before = page.at(-1)?.seq;
      }
      return entries.slice(0, limit);
    },

    async canaries() {
      return (await call(listCanaries)).canaries;
    },

    async uploadConfiguration(configuration: PageConfiguration): Promise<string> {
      return (await call(storePageConfiguration, { json: configuration })).digest;
    },

    sweep: (remove: boolean) => call(sweepReleaseStore, { json: { remove } }),

    async document(part: string, version: string): Promise<ReleaseDocument> {
      const { document } = await call(readRelease, { params: { part, version } });
      return parseDocument(JSON.stringify(document));
    },

    uploadFile,

    storedFiles,

    /**
     * Publishes a release: the files that the portal does not have, and then its document. It can be
     * repeated after an interruption.
     * @param compressed names of compressed forms, such as `main.4f2a90c1d5.js.br`
     */
    async publish(
      document: ReleaseDocument,
      read: (file: string) => Promise<Uint8Array>,
      compressed: readonly string[] = [],
    ): Promise<{ readonly files: number; readonly bytes: number }> {
      const { name, version } = document;
      const plain = Object.keys(document.files);
      const stored = await storedFiles(name);
      const missing = [...plain, ...compressed].filter((file) => !stored.has(file));
      let sent = 0;
      // A compressed form is compared with its file, which must be there before.
      for (const files of [plain, compressed]) {
        const left = files.filter((file) => !stored.has(file));
        await inParallel(left, UPLOADS_AT_ONCE, async (file) => {
          const bytes = await read(file);
          await uploadFile(name, file, bytes);
          sent += bytes.length;
        });
      }
      await upload(publishRelease, { params: { part: name, version }, json: document });
      return { files: missing.length, bytes: sent };
    },
  };
}
