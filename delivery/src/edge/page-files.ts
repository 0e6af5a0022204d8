import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Incoming, Outgoing } from '@portal/shared-release/message';
import {
  answerPageFile,
  answerScreen,
  type ServedFile,
  type ServedPage,
  servedFile,
  servedPage,
} from '@portal/shared-release/served-page';
import type { PageFile } from '@portal/shared-release/target';

type LoadedPage = ServedPage & { readonly stamp: number };

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
  async serve(name: PageFile, request: Incoming, response: Outgoing): Promise<void> {
    answerPageFile(await this.#load(), name, request, response);
  }

  /** Answers the page at any address, with 404 where no screen has it. */
  async serveScreen(path: string, request: Incoming, response: Outgoing): Promise<void> {
    answerScreen(await this.#load(), path, request, response);
  }

  async #load(): Promise<LoadedPage> {
    const { mtimeMs } = await stat(join(this.#folder, 'headers.json'));
    const known = await this.#page?.catch(() => undefined);
    if (known?.stamp === mtimeMs) return known;
    this.#page = loadPage(this.#folder, mtimeMs);
    return this.#page;
  }
}

async function loadPage(folder: string, stamp: number): Promise<LoadedPage> {
  const headersByFile: Record<string, Record<string, string>> = JSON.parse(
    await readFile(join(folder, 'headers.json'), 'utf8'),
  );
  const optional = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  const files: Record<string, ServedFile> = {};
  for (const [name, headers] of Object.entries(headersByFile)) {
    const identity = await readFile(join(folder, name));
    const [br, gzip] = await Promise.all([optional(`${name}.br`), optional(`${name}.gz`)]);
    files[name] = servedFile(headers, {
      identity,
      ...(br ? { br } : {}),
      ...(gzip ? { gzip } : {}),
    });
  }
  return { stamp, ...servedPage(files) };
}
