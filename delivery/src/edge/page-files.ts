import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { answerText, type EdgeIncoming, type EdgeOutgoing, NOT_FOUND } from './message.ts';
import { acceptedEncodings, type Encoding, matchesEtag } from './negotiation.ts';
import type { PageFile } from './target.ts';

/** A file of the page in memory, in each encoding that exists beside it. */
type LoadedFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly bodies: { readonly identity: Buffer } & Readonly<Partial<Record<Encoding, Buffer>>>;
};
type LoadedPage = {
  readonly stamp: number;
  readonly files: Record<string, LoadedFile>;
  /** Matches the paths of all screens. */
  readonly screens: RegExp;
};

/** Where the composer did not say which screens there are, every address may be one. */
const ANY = /^/;

/**
 * The files of the composed page, cached in memory. They are read again when the composer has
 * written a new page (`headers.json` is written last), so that no restart is needed.
 */
export class PageFiles {
  readonly #folder: string;
  #page: Promise<LoadedPage> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Answers GET and HEAD with ETag, 304, and brotli or gzip, and 404 without a `security.txt`, which
   * needs a contact. Throws when no page was composed.
   */
  async serve(name: PageFile, request: EdgeIncoming, response: EdgeOutgoing): Promise<void> {
    const file = (await this.#load()).files[name];
    if (!file && name === 'security.txt') return answerText(response, 404, NOT_FOUND);
    send(name, file, request, response);
  }

  /**
   * Answers the page at any address: with 404 where no screen has it, which the page then says in
   * the visitor's language (product §2.93).
   */
  async serveScreen(path: string, request: EdgeIncoming, response: EdgeOutgoing): Promise<void> {
    const { files, screens } = await this.#load();
    response.statusCode = screens.test(path) ? 200 : 404;
    send('index.html', files['index.html'], request, response);
  }

  async #load(): Promise<LoadedPage> {
    const { mtimeMs } = await stat(join(this.#folder, 'headers.json'));
    const known = await this.#page?.catch(() => undefined);
    if (known?.stamp === mtimeMs) return known;
    this.#page = loadPage(this.#folder, mtimeMs);
    return this.#page;
  }
}

/** Sends a file in the encoding that the browser takes, or 304 if it has it. */
function send(
  name: string,
  file: LoadedFile | undefined,
  request: EdgeIncoming,
  response: EdgeOutgoing,
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
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const encoding = accepted.find((name) => file.bodies[name]) ?? 'identity';
  const body = file.bodies[encoding] ?? file.bodies.identity;
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
  response.setHeader('content-length', body.byteLength);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}

async function loadPage(folder: string, stamp: number): Promise<LoadedPage> {
  const headersByFile: Record<string, Record<string, string>> = JSON.parse(
    await readFile(join(folder, 'headers.json'), 'utf8'),
  );
  const optional = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  const files: Record<string, LoadedFile> = {};
  for (const [name, headers] of Object.entries(headersByFile)) {
    const identity = await readFile(join(folder, name));
    const [br, gzip] = await Promise.all([optional(`${name}.br`), optional(`${name}.gz`)]);
    files[name] = {
      headers,
      // Weak, since all encodings of the page share it.
      etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`,
      bodies: { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
    };
  }
  const screens = files['screens.json']?.bodies.identity.toString();
  return { stamp, files, screens: screens ? new RegExp(JSON.parse(screens).pattern, 'i') : ANY };
}
