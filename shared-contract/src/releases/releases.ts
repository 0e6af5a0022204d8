import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** Of one file of a release; the largest in use has some 300 KB. */
const FILE_MAX_BYTES = 8 * 1024 * 1024;
const DOCUMENT_MAX_BYTES = 2 * 1024 * 1024;

/** An entry of the history of releases, as `@portal/delivery-model/log/entry` reads it. */
const EntrySchema = v.looseObject({ seq: v.number() });

const StoredSchema = v.object({ data: v.object({ stored: v.literal(true) }) });

/** `@portal/delivery-model/log/operations` has the operations. */
export const operateRelease = endpoint('POST', '/releases/operations', {
  access: 'team',
  protection: { none: 'a team’s token, which no browser sends by itself' },
  summary: 'Changes what is live: promote, roll back, kill, revive; configuration and teams.',
  body: v.object({
    operation: v.looseObject({ type: v.string() }),
    /** Made anew for each operation, and sent again with it: the operation is done once. */
    key: v.optional(v.pipe(v.string(), v.uuid())),
    /** Also for a release whose commit is older than that of what is live; the operator's need not fit what is live. */
    force: v.optional(v.boolean()),
  }),
  answer: v.object({ data: v.object({ entry: EntrySchema }) }),
  errors: ['server.unavailable'],
});

export const getReleaseState = endpoint('GET', '/releases/state', {
  access: 'team',
  summary: 'What is live: the last entry of the history, null before the first.',
  answer: v.object({ data: v.object({ entry: v.nullable(EntrySchema) }) }),
});

export const listReleaseHistory = endpoint('GET', '/releases/history', {
  access: 'team',
  summary: 'Up to 100 entries of the history, the newest first.',
  query: v.object({
    /** Only entries with a smaller number. */
    before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number))),
  }),
  answer: v.object({ data: v.object({ entries: v.array(EntrySchema) }) }),
});

/** A file may also be a compressed form: `main.4f2a90c1d5.js.br`. */
export const uploadReleaseFile = endpoint('PUT', '/releases/files/{part}/{file}', {
  access: 'team',
  protection: { none: 'a team’s token, which no browser sends by itself' },
  summary: 'Uploads a file of a release.',
  params: v.object({ part: v.string(), file: v.string() }),
  upload: { types: ['application/octet-stream'], maxBytes: FILE_MAX_BYTES },
  answer: StoredSchema,
});

/** So that a team uploads only what is not stored yet. Whether the content is right, the document tells. */
export const listReleaseFiles = endpoint('GET', '/releases/files/{part}/stored', {
  access: 'team',
  summary: 'The files of a part that are stored, compressed forms among them.',
  params: v.object({ part: v.string() }),
  answer: v.object({ data: v.object({ files: v.array(v.string()) }) }),
});

export const publishRelease = endpoint('PUT', '/releases/{part}/{version}', {
  access: 'team',
  protection: { none: 'a team’s token, which no browser sends by itself' },
  summary: 'Publishes a release: its document, after all of its files.',
  params: v.object({ part: v.string(), version: v.string() }),
  upload: { types: ['application/json'], maxBytes: DOCUMENT_MAX_BYTES },
  answer: StoredSchema,
});

/** With it a team can check on its own machine how its release goes with those of others. */
export const readRelease = endpoint('GET', '/releases/{part}/{version}', {
  access: 'team',
  summary: 'The document of a published release, of any part.',
  params: v.object({ part: v.string(), version: v.string() }),
  answer: v.object({ data: v.object({ document: v.looseObject({ version: v.string() }) }) }),
});

/** With it a developer runs a remote in the shell that is live; the page and its files say the same to everybody. */
export const listLiveReleases = endpoint('GET', '/releases/live', {
  access: 'public',
  summary: 'The documents of what is live for everybody: of the shell and of each remote.',
  answer: v.object({
    data: v.object({ documents: v.array(v.looseObject({ version: v.string() })) }),
  }),
});

/** `@portal/delivery-model/page/configuration` has the form of the body. */
export const storePageConfiguration = endpoint('PUT', '/releases/configuration', {
  access: 'team',
  protection: { none: 'a team’s token, which no browser sends by itself' },
  summary:
    'Stores a configuration of the page; the operation `configure` makes it live by the digest.',
  body: v.looseObject({ config: v.looseObject({}) }),
  answer: v.object({ data: v.object({ digest: v.string() }) }),
});

const SweptPartSchema = v.object({
  part: v.string(),
  releases: v.number(),
  /** Compressed forms too. */
  files: v.number(),
  bytes: v.number(),
});
export type SweptPart = v.InferOutput<typeof SweptPartSchema>;

export const sweepReleaseStore = endpoint('POST', '/releases/sweep', {
  access: 'team',
  protection: { none: 'a team’s token, which no browser sends by itself' },
  summary:
    'Says which releases and files are in use no more, and removes them if that is asked for.',
  body: v.object({ remove: v.boolean() }),
  answer: v.object({
    data: v.object({
      parts: v.array(SweptPartSchema),
    }),
  }),
});
