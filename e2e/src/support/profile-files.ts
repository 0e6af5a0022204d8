import { createDecipheriv } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What somebody reads in the files of a browser that was closed. */
export type ProfileFindings = {
  /** Of the given texts, those that stand in some file, as UTF-8, UTF-16 or base64. */
  readonly texts: readonly string[];
  /** Private parts of keys on P-256, base64url. */
  readonly privateKeys: readonly string[];
  /** What keys of AES-GCM beside it decrypt. */
  readonly decrypted: readonly string[];
};

/**
 * Searches all files of a profile as a thief would, without knowing their formats: for texts as they are, for the private
 * keys that no script can read, and for what was encrypted with a key that lies beside it.
 * @param search.texts each at least a few characters
 * @param search.subject to which the record was encrypted
 */
export async function searchProfile(
  folder: string,
  search: { readonly texts: Readonly<Record<string, string | Buffer>>; readonly subject: string },
): Promise<ProfileFindings> {
  const texts = new Set<string>();
  const privateKeys = new Set<string>();
  const decrypted = new Set<string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (!content) continue;
    const joined = withoutLogHeaders(content);
    for (const [name, text] of Object.entries(search.texts)) {
      if (formsOf(text).some((form) => content.includes(form))) texts.add(`${name}: ${entry.name}`);
    }
    for (const [key] of matchesOf(content, EC_KEY)) {
      if (key) privateKeys.add(key.toString('base64url'));
    }
    const [keys, ivs] = [AES_KEY, IV].map((form) => matchesOf(joined, form));
    for (const [key] of keys ?? []) {
      for (const [iv] of ivs ?? []) {
        for (const text of buffersOf(joined)) {
          const plain = decrypt({ key, iv, text, subject: search.subject });
          if (plain !== undefined) decrypted.add(plain);
        }
      }
    }
  }
  return { texts: [...texts], privateKeys: [...privateKeys], decrypted: [...decrypted] };
}

/** The bytes as a pattern, in a text of one character for each byte. */
const pattern = (hex: string) => hex.replace(/../g, '\\x$&');
/** RFC 5915 in PKCS #8, as browsers store a key: what stands before its 32 bytes. */
const EC_KEY = new RegExp(`${pattern('306b0201010420')}([^]{32})`, 'g');
/** V8's structured clone of a key of AES-GCM with 256 bits, of an array of 12 bytes, and of a buffer. */
const AES_KEY = new RegExp(`${pattern('4b010920')}[^]{1,2}${pattern('20')}([^]{32})`, 'g');
const IV = new RegExp(`${pattern('420c')}([^]{12})V`, 'g');
const BUFFER = new RegExp(
  `B([${pattern('80')}-${pattern('ff')}]{1,2}[${pattern('01')}-${pattern('7f')}])`,
  'g',
);

function matchesOf(content: Buffer, form: RegExp): Buffer[][] {
  const found = content.toString('latin1').matchAll(form);
  return [...found].map(([, ...groups]) => groups.map((group) => Buffer.from(group, 'latin1')));
}

function formsOf(text: string | Buffer): Buffer[] {
  const bytes = Buffer.from(text as string);
  // Base64 at each of its three alignments, without the ends that depend on what stands beside.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(
      bytes.subarray(shift, shift + 3 * Math.floor((bytes.length - shift) / 3)).toString('base64'),
    ),
  );
  return [bytes, ...(typeof text === 'string' ? [Buffer.from(text, 'utf16le')] : []), ...base64];
}

/** LevelDB's log has a header of 7 bytes in front of each piece, and pieces end with their block of 32 KiB. */
function withoutLogHeaders(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let block = 0; block < bytes.length; block += 32_768) {
    const end = Math.min(block + 32_768, bytes.length);
    for (let at = block; at + 7 <= end; ) {
      const length = bytes.readUInt16LE(at + 4);
      const type = bytes[at + 6] ?? 0;
      if (type < 1 || type > 4 || at + 7 + length > end)
        return type === 0 ? Buffer.concat(pieces) : bytes;
      pieces.push(bytes.subarray(at + 7, at + 7 + length));
      at += 7 + length;
    }
  }
  return Buffer.concat(pieces);
}

/** What may be a buffer: its tag, its length as a varint, and so many bytes. */
function* buffersOf(bytes: Buffer): Generator<Buffer> {
  for (const { 1: varint = '', index } of bytes.toString('latin1').matchAll(BUFFER)) {
    const length = [...varint].reduce(
      (sum, char, at) => sum + ((char.charCodeAt(0) & 0x7f) << (7 * at)),
      0,
    );
    const start = index + 1 + varint.length;
    if (start + length <= bytes.length) yield bytes.subarray(start, start + length);
  }
}

function decrypt(sealed: {
  readonly key: Buffer | undefined;
  readonly iv: Buffer | undefined;
  readonly text: Buffer;
  readonly subject: string;
}): string | undefined {
  const { key, iv, text, subject } = sealed;
  if (!key || !iv || text.length <= 16) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv);
    decipher.setAAD(Buffer.from(subject));
    decipher.setAuthTag(text.subarray(-16));
    return Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
