import { createHash } from 'node:crypto';
import { MENU_PLACE } from '@portal/shared-brand/look/menu';
import { AUDIENCES } from '@portal/shared-contract';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { digestOf as canonicalDigest, canonicalJson } from './canonical-json.ts';
import { FILE_ENDINGS } from './store/file-type.ts';

/**
 * The document of a release, `releases/<name>/<version>.json` in a store: everything that the page, the
 * gate and an operator need to know about a build. It never changes once it is stored. File names carry
 * the hash of their content, so that releases share the files that did not change; a file's address is
 * `/remotes/<name>/<file>` (docs/decisions/0035-releases.md).
 */

/** As a file's name in every kind of store, with its ending. */
const VERSION_MAX = 150;
/** `1.4.0+3f2a9c01d5e7`: the semver of package.json and a digest of the build. */
export const VersionSchema = v.pipe(
  v.string(),
  v.maxLength(VERSION_MAX),
  v.regex(/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?\+[0-9a-f]{12}$/),
);
/** With the ending of a compressed form, every kind of store can keep it. */
const FILE_NAME_MAX = 150;
/** A file of a kind that a page can use, and no page by itself; its name has ten digits of its content's hash. */
export const FileNameSchema = v.pipe(
  v.string(),
  v.maxLength(FILE_NAME_MAX),
  v.regex(new RegExp(`^[\\w~-]+(\\.[\\w~-]+)*\\.[0-9a-f]{10}\\.(${FILE_ENDINGS.join('|')})$`)),
);
const IntegritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const BytesSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A bare path in React Router syntax: `/my-page/passports/:id`. */
const PathSchema = v.pipe(v.string(), v.regex(/^\/[\w\-/:*]*$/));
/** A call that the page begins with the member's token: joined to the API's address, it can mean no other host. */
const EarlyCallSchema = v.pipe(
  v.string(),
  v.regex(/^(\/(?!\.)[\w~:,@+=.-]+)+(\?[\w~:,@+=.&%/-]*)?$/),
);
export const SegmentSchema = v.pipe(v.string(), v.regex(/^\/[\w-]*$/));

/** Sizes in bytes, uncompressed and as browsers download it. */
export const ReleasedFileSchema = v.object({
  integrity: IntegritySchema,
  size: BytesSchema,
  brotli: BytesSchema,
});

const TITLE_MAX_LENGTH = 60;
/**
 * Plain text: letters of the portal's two languages, digits and signs. No control character and none that turns the
 * direction of writing, and no letter of another script that looks like one of these.
 */
const TitleTextSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(TITLE_MAX_LENGTH),
  v.regex(
    /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Nd}\p{P}\p{S}\p{Zs}]+$/u,
    'Titles and words of the menu are plain Japanese or English text, without control characters',
  ),
);
const TitleSchema = v.object({ ja: TitleTextSchema, en: TitleTextSchema });

const MenuRowSchema = v.object({
  ...TitleSchema.entries,
  ...MENU_PLACE,
  caption: v.exactOptional(TitleSchema),
  audience: v.exactOptional(v.picklist(AUDIENCES)),
  foot: v.exactOptional(v.literal(true)),
  tab: v.exactOptional(v.literal(true)),
});

/** What a screen is to a visit, by which it has its budget (`gate/budget.ts`). */
export const ROUTE_KINDS = ['first', 'form', 'gallery'] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

const Files = v.array(FileNameSchema);
const RowSchema = v.object({
  files: Files,
  kind: v.exactOptional(v.picklist(ROUTE_KINDS)),
  guard: v.picklist(['public', 'session', 'user-verification']),
  layout: v.picklist(['default', 'empty']),
  early: v.optional(v.array(EarlyCallSchema)),
  consumes: v.optional(v.array(v.string())),
  menu: v.optional(MenuRowSchema),
  /** What the page shows of it before any script has come (docs/decisions/0003-how-a-page-starts.md). */
  firstView: v.optional(
    v.object({
      visitor: v.picklist(['member', 'stranger']),
      ja: FileNameSchema,
      en: FileNameSchema,
      /** What the screen imports once it is drawn, and the lazy shared modules that this needs. */
      files: v.optional(Files),
      consumes: v.optional(v.array(v.string())),
    }),
  ),
  /** A screen of our own identity provider: where another is used, its address leads away. */
  ownProvider: v.optional(v.literal(true)),
});

/** By share key: `react`, `@portal/shared-ui/dialog`. */
const byShareKey = <Schema extends v.GenericSchema>(schema: Schema) => v.record(v.string(), schema);

const common = {
  name: PartNameSchema,
  version: VersionSchema,
  /** Seconds since 1970 of the commit that was built; the same commit gives the same document. */
  committedAt: BytesSchema,
  commit: v.pipe(v.string(), v.regex(/^([0-9a-f]{40}|unknown)$/)),
  /** The scripts that start it, in loading order. */
  scripts: Files,
  styles: Files,
  rows: v.record(PathSchema, RowSchema),
  files: v.record(FileNameSchema, ReleasedFileSchema),
  browsers: v.exactOptional(v.record(v.string(), v.pipe(v.string(), v.regex(/^\d+(\.\d+)*$/)))),
};

export const RemoteDocumentSchema = v.object({
  ...common,
  kind: v.literal('remote'),
  title: v.optional(TitleSchema),
  entry: FileNameSchema,
  /** The names that the remote imports from each shared module; `*` for all of a namespace. */
  imports: byShareKey(v.array(v.string())),
  requires: byShareKey(v.string()),
});

export const ShellDocumentSchema = v.object({
  ...common,
  kind: v.picklist(['shell', 'monolith']),
  /** The names that each shared module exports; `*` where only running it would tell. */
  exports: byShareKey(v.array(v.string())),
  provides: byShareKey(v.string()),
  lazyShared: byShareKey(Files),
  /** What stands in the page itself: as files of the release, it is rolled back with the shell. */
  page: v.object({
    boot: FileNameSchema,
    skeleton: FileNameSchema,
    criticalStyles: FileNameSchema,
    silentCheck: FileNameSchema,
    worker: v.exactOptional(FileNameSchema),
    headers: v.exactOptional(FileNameSchema),
  }),
});

export const ReleaseDocumentSchema = v.variant('kind', [RemoteDocumentSchema, ShellDocumentSchema]);

export type ReleasedFile = v.InferOutput<typeof ReleasedFileSchema>;
export type RemoteDocument = v.InferOutput<typeof RemoteDocumentSchema>;
export type ShellDocument = v.InferOutput<typeof ShellDocumentSchema>;
export type ReleaseDocument = v.InferOutput<typeof ReleaseDocumentSchema>;

type WithoutVersion<Document> = Document extends unknown ? Omit<Document, 'version'> : never;
/** What a build says of itself. Its version follows from it. */
export type ReleaseContent = WithoutVersion<ReleaseDocument>;

const DIGEST_DIGITS = 12;

/** The document of a build: its content, and the version that follows from it on every machine. */
export function versionedDocument(semver: string, content: ReleaseContent): ReleaseDocument {
  const version = `${semver.replace(/\+.*$/, '')}+${digestOf(content)}`;
  return v.parse(ReleaseDocumentSchema, { ...content, version });
}

/** Reads a document. @throws Error for one that `versionedDocument` would not make, with its version */
export function parseDocument(json: string): ReleaseDocument {
  const { version, ...content } = v.parse(ReleaseDocumentSchema, JSON.parse(json));
  if (!version.endsWith(`+${digestOf(content)}`)) {
    throw new Error(`The content of ${content.name} ${version} does not fit its version.`);
  }
  return { version, ...content } as ReleaseDocument;
}

export const documentJson = (document: ReleaseDocument): string => `${canonicalJson(document)}
`;

const digestOf = (content: object): string => canonicalDigest(content).slice(0, DIGEST_DIGITS);

/** The global in which the entry of a remote puts its container: nothing of browsers begins with `mfe_`. */
export const globalOf = (part: string): string =>
  part === 'shell' ? part : `mfe_${part.replaceAll('-', '_')}`;

/** The first segments of the addresses of a release, below which all screens are its part's. */
export const segmentsOf = ({ rows }: Pick<ReleaseDocument, 'rows'>): string[] =>
  [...new Set(Object.keys(rows).map((path) => `/${path.split('/')[1] ?? ''}`))].sort();

export const documentKey = (name: string, version: string): string =>
  `releases/${name}/${version}.json`;

/** The key of a file in a store; the same file of two releases has one key. */
export const fileKey = (name: string, file: string): string => `files/${name}/${file}`;

/** The hash of a file as browsers compare it (Subresource Integrity): `sha384-…`. */
export const integrityOf = (bytes: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
