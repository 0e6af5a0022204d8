import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { publishBuild } from '@portal/delivery-builder/publish-build';
import type { createReleaseClient } from '@portal/delivery-model/client/client';
import {
  documentJson,
  documentKey,
  fileKey,
  integrityOf,
  type ReleaseContent,
  type ReleaseDocument,
  type ReleasedFile,
  versionedDocument,
} from '@portal/delivery-model/document';
import { localeOfTexts } from '@portal/shared-contract/script-texts';
import { builtDocument, RELEASES } from './routes.ts';

/** What a change makes of a file's text; the same text for a file that it leaves as it is. */
export type Change = (text: string, file: string) => string;

/** A release in a folder of its own, which has its changed files only. */
export type ChangedRelease = { readonly document: ReleaseDocument; readonly folder: string };

/** A visible change: a mark after each text of a part's own without values. @param hasTexts the files with them */
export function marked(mark: string, hasTexts = isTexts): Change {
  return (text, file) =>
    hasTexts(file) ? text.replaceAll(/(":\["[^"\\<]+)("\])/g, `$1${mark}$2`) : text;
}

const isTexts = (file: string): boolean => localeOfTexts(file) !== undefined;

/** As many digits of the hash of its content as a file has in its name. */
const HASH_DIGITS = 10;

/**
 * The last build of a part with one change, as another build would have made it: the changed files and
 * those that name them have other names. It takes milliseconds instead of a build's seconds.
 * @param folder where it is written as a build does
 * @param alter changes what the document says
 */
export async function changedRelease(
  name: string,
  folder: string,
  change: Change,
  alter: (content: ReleaseContent) => ReleaseContent = (content) => content,
): Promise<ChangedRelease> {
  const built = await builtDocument(name);
  const texts = new Map<string, string>();
  for (const file of Object.keys(built.files)) {
    texts.set(file, await readFile(join(RELEASES, fileKey(name, file)), 'utf8'));
  }
  const { files, renamed } = withNewNames(texts, change);
  if (renamed.size === 0) throw new Error(`The change has left ${name} as it was.`);
  const { version, ...content } = JSON.parse(
    replaced(JSON.stringify(built), renamed),
  ) as ReleaseDocument;
  const described = Object.entries(content.files).map(([file, facts]): [string, ReleasedFile] => {
    const text = files.get(file);
    return [file, text === undefined ? facts : { ...facts, ...checksOf(text) }];
  });
  const changed = { ...content, files: Object.fromEntries(described) } as ReleaseContent;
  const document = versionedDocument(version, alter(changed));
  await writeIn(folder, documentKey(name, document.version), documentJson(document));
  const record = JSON.stringify({ inputs: '', version: document.version });
  await writeIn(folder, `built/${name}.json`, record);
  for (const [file, text] of files) {
    await writeIn(folder, fileKey(name, file), text);
    await writeIn(folder, `${fileKey(name, file)}.br`, brotliCompressSync(text));
  }
  return { document, folder };
}

/** Publishes a changed release; the portal has its other files. */
export async function publishChanged(
  client: ReturnType<typeof createReleaseClient>,
  { document, folder }: ChangedRelease,
): Promise<string> {
  await publishBuild(client, document, { folder });
  return document.version;
}

/** Names changed files by their new content, and those that name them. @returns files by new, hashes by old names */
function withNewNames(texts: ReadonlyMap<string, string>, change: Change) {
  const changed = new Map([...texts].map(([file, text]) => [file, change(text, file)]));
  let renamed = new Map<string, string>();
  for (;;) {
    const files = new Map<string, string>();
    const next = new Map<string, string>();
    for (const [file, before] of texts) {
      const text = replaced(changed.get(file) ?? before, renamed);
      const name = replaced(file, renamed);
      if (text === before) {
        // Texts stand beside a script, whose name is in theirs.
        if (name !== file) files.set(name, text);
        continue;
      }
      const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
      next.set(hashIn(file), hash);
      files.set(replaced(file.replace(hashIn(file), hash), renamed), text);
    }
    if ([...next].every(([from, to]) => renamed.get(from) === to)) return { files, renamed };
    renamed = next;
  }
}

const hashIn = (file: string): string => file.split('.').at(-2) ?? '';

function replaced(text: string, names: ReadonlyMap<string, string>): string {
  return [...names].reduce((all, [from, to]) => all.replaceAll(from, to), text);
}

function checksOf(text: string): Pick<ReleasedFile, 'integrity' | 'size' | 'brotli'> {
  const { length: brotli } = brotliCompressSync(text);
  return { integrity: integrityOf(text), size: Buffer.byteLength(text), brotli };
}

async function writeIn(folder: string, key: string, text: string | Uint8Array): Promise<void> {
  const file = join(folder, key);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
