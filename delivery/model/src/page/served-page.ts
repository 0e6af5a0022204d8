import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PNG } from '@portal/shared-brand/app/app-files';
import { drawPng } from '@portal/shared-brand/app/draw-png';
import { LOCALES } from '@portal/shared-contract';
import type { PageFile } from '../target.ts';
import type { ComposedPage } from './compose.ts';
import { answerText, type Incoming, NOT_FOUND, type Outgoing } from './message.ts';

const COMPRESSED = ['br', 'gzip'] as const;

export type ServedFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bodies: { readonly identity: Buffer } & Readonly<
    Partial<Record<(typeof COMPRESSED)[number], Buffer>>
  >;
};

export type ServedPage = {
  readonly files: Readonly<Record<string, ServedFile>>;
  readonly screens: RegExp;
  readonly pages: ReadonlyMap<string, string>;
  readonly areas: ReadonlyMap<string, string>;
};

/** Where the composer did not say which screens there are, every address may be one. */
const ANY = /^/;
/** The first segment of a path, behind the prefix of its language. */
const LANGUAGE_AND_AREA = new RegExp(`^(?:/(?:${LOCALES.join('|')})(?=/|$))?(/[^/]+)`, 'i');

function servedPage(files: Readonly<Record<string, ServedFile>>): ServedPage {
  const json = files['screens.json']?.bodies.identity.toString();
  if (!json) return { files, screens: ANY, pages: new Map(), areas: new Map() };
  const { pattern, pages = {}, areas = {} } = JSON.parse(json);
  return {
    files,
    screens: new RegExp(pattern, 'i'),
    pages: new Map(Object.entries(pages)),
    areas: new Map(Object.entries(areas)),
  };
}

function servedFile(headers: ServedFile['headers'], bodies: ServedFile['bodies']): ServedFile {
  const digest = createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 27);
  // Weak, since all encodings of the page share it.
  return { headers, etag: `W/"${digest}"`, bodies };
}

export type PackedFiles = Readonly<
  Record<string, { readonly br: Uint8Array; readonly gzip: Uint8Array }>
>;

/**
 * A composed page in memory.
 * @param packed its files in each encoding that a browser may take; without them it is sent as it is
 */
export function servedComposed(page: ComposedPage, packed: PackedFiles = {}): ServedPage {
  return servedPage(
    Object.fromEntries(
      Object.entries(page).map(([name, { body, headers }]) => {
        const encodings = Object.entries(packed[name] ?? {}).map(([encoding, bytes]) => [
          encoding,
          Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        ]);
        const bodies = { identity: Buffer.from(body), ...Object.fromEntries(encodings) };
        return [name, servedFile(headers, bodies)];
      }),
    ),
  );
}

/**
 * How a page is compressed. `best` makes it 8 % smaller than `quick`, and takes a hundred times as long, so that it is
 * for a thread that holds up nobody.
 */
export const EFFORTS = {
  quick: { brotli: 5, gzip: 6 },
  best: { brotli: 11, gzip: 9 },
} as const;

export function packPage(page: ComposedPage, { brotli, gzip }: Effort): PackedFiles {
  return Object.fromEntries(
    Object.entries(page)
      .filter(([, file]) => !isPng(file))
      .map(([name, { body }]) => {
        const bytes = Buffer.from(body);
        const params = { [constants.BROTLI_PARAM_QUALITY]: brotli };
        const packed = {
          br: brotliCompressSync(bytes, { params }),
          gzip: gzipSync(bytes, { level: gzip }),
        };
        return [name, packed];
      }),
  );
}
type Effort = (typeof EFFORTS)[keyof typeof EFFORTS];

/**
 * Answers a file of the page to GET and HEAD; 404 for `security.txt` without a contact, and for a file of
 * the app that this page does not name.
 */
export async function answerPageFile(
  { files }: ServedPage,
  name: PageFile,
  request: Incoming,
  response: Outgoing,
  headers: ServedFile['headers'] = {},
): Promise<void> {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file && (name === 'security.txt' || name.startsWith('app/'))) {
    answerText(response, 404, NOT_FOUND);
    return;
  }
  const drawn = file && isPng(file) ? await drawnFile(file) : file;
  send(name, withHeaders(drawn, name.startsWith('app/') ? {} : headers), request, response);
}

/**
 * Answers the page at any address: with 404 where no screen has it, which the page then says in the visitor's language.
 */
export function answerScreen(
  { files, screens, pages, areas }: ServedPage,
  path: string,
  request: Incoming,
  response: Outgoing,
  headers: ServedFile['headers'] = {},
): void {
  const area = LANGUAGE_AND_AREA.exec(path)?.[1]?.toLowerCase() ?? '';
  const name = pages.get(path.replace(/(?<=.)\/+$/, '')) ?? areas.get(area) ?? 'index.html';
  response.statusCode = screens.test(path) ? 200 : 404;
  send(name, withHeaders(files[name], headers), request, response);
}

const isPng = ({ headers }: Pick<ServedFile, 'headers'>): boolean =>
  headers['content-type'] === PNG;

/** The PNG of an icon, which is drawn when it is asked for first. */
async function drawnFile(file: ServedFile): Promise<ServedFile> {
  return { ...file, bodies: { identity: await drawPng(file.bodies.identity.toString()) } };
}

export const servedBody = ({ body, headers }: ComposedPage[string]): Promise<string | Buffer> =>
  isPng({ headers }) ? drawPng(body) : Promise.resolve(body);

const withHeaders = (file: ServedFile | undefined, headers: ServedFile['headers']) =>
  file && { ...file, headers: { ...file.headers, ...headers } };

function send(
  name: string,
  file: ServedFile | undefined,
  request: Incoming,
  response: Outgoing,
): void {
  if (!file) throw new Error(`The composed page has no ${name}.`);
  for (const [header, value] of Object.entries(file.headers)) response.setHeader(header, value);
  response.setHeader('etag', file.etag);
  response.setHeader('vary', 'accept-encoding');
  if (response.statusCode === 200 && matchesEtag(request.headers['if-none-match'], file.etag)) {
    response.removeHeader('content-type');
    response.statusCode = 304;
    response.end();
    return;
  }
  const taken = takenEncodings(request.headers['accept-encoding']);
  const encoding = COMPRESSED.find((one) => taken.has(one) && file.bodies[one]) ?? 'identity';
  const body = file.bodies[encoding] ?? file.bodies.identity;
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', body.byteLength);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}

/** The content codings that a browser names (RFC 9110 §12.5.3), without those that it refuses. */
const takenEncodings = (acceptEncoding: string | string[] | undefined): Set<string> =>
  new Set(
    String(acceptEncoding ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.replace(/;.*$/, '').trim()),
  );

/** Compares If-None-Match (RFC 9110 §13.1.2): weak comparison, a list, or `*`. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const tags = ifNoneMatch?.split(',').map(opaque) ?? [];
  return tags.includes('*') || tags.includes(opaque(etag));
}
