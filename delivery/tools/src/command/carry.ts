import { COMPRESSED, compressedForms } from '@portal/delivery-builder/store-files';
import { failureOf, type PortalConnection } from '@portal/delivery-model/client/connection';
import { refused, wrongUsage } from '@portal/delivery-model/client/failure';
import { lastEntry } from '@portal/delivery-model/client/log-reader';
import { fileKey, type ReleaseDocument } from '@portal/delivery-model/document';
import { integrityOf } from '@portal/delivery-model/integrity';
import { livePart } from '@portal/delivery-model/log/operations';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import { formOf } from '@portal/delivery-model/store/stored-forms';
import { releaseReader } from '../gate/release-reader.ts';
import type { Input } from './command.ts';
import { bytesText } from './words.ts';

/** What came from the other portal. */
type Carried = {
  readonly from: string;
  readonly version: string;
  readonly uploaded: { readonly files: number; readonly bytes: number };
};

/**
 * Publishes at this portal what is live of a part at another one: the same bytes, compared with the hashes of a document
 * whose digest is the version.
 * @param from the other portal's address
 * @param expected the version that has to be live there
 * @throws CommandFailure where the part is not live there, or something differs
 */
export async function carryRelease(
  input: Input,
  part: string,
  { from, expected }: { readonly from: string; readonly expected: string | undefined },
): Promise<Carried> {
  const other = await input.connect(from, input.text('from-key'));
  const here = await input.connect();
  if (other.url === here.url) {
    throw wrongUsage(
      `--from is the portal itself: ${here.url}.`,
      'Name the portal that has tried it.',
    );
  }
  const version = await versionLiveAt(other, part, expected);
  const document = await documentAt(other, part, version);
  const bytesOf = filesAt(other, document);
  const { files, bytes } = await here.publish(document, bytesOf, {
    compressed: Object.keys(document.files).flatMap((file) =>
      Object.values(COMPRESSED).map((ending) => file + ending),
    ),
    onProgress: (done) =>
      input.progress(
        `Carrying ${part}: ${done.files} of ${done.ofFiles} files, ${bytesText(done.bytes)}`,
      ),
  });
  return { from: other.url, version, uploaded: { files, bytes } };
}

async function versionLiveAt(
  other: PortalConnection,
  part: string,
  expected: string | undefined,
): Promise<string> {
  const { entry } = await lastEntry(other);
  const live = livePart(entry?.state ?? EMPTY_STATE, part);
  if (live && !live.killed && (expected === undefined || live.stable === expected)) {
    return live.stable;
  }
  const isOff = live?.killed && `${part} is switched off at ${other.url}: ${live.killed.reason}`;
  const isOther = live && `Live of ${part} at ${other.url} is ${live.stable}, not ${expected}.`;
  throw refused(
    'not-live-there',
    isOff ?? isOther ?? `Nothing of ${part} is live at ${other.url}.`,
    'Promote there what is to be carried, for everybody, and look at it. Then carry it.',
  );
}

async function documentAt(
  other: PortalConnection,
  part: string,
  version: string,
): Promise<ReleaseDocument> {
  const changed = differs(`The document of ${part} ${version}`, other);
  // It is not read unless its digest is the version that it has.
  const document = await other.document(part, version).catch((error: unknown) => {
    throw failureOf(error) ?? changed;
  });
  if (document.name === part && document.version === version) return document;
  throw changed;
}

/** Reads the files of a release where browsers get them, and compresses them as a build does. */
function filesAt(other: PortalConnection, document: ReleaseDocument) {
  const { name, files } = document;
  const releases = releaseReader({ documents: [document], portalUrl: other.url });
  return async (file: string): Promise<Uint8Array> => {
    const { plain } = formOf(file);
    const bytes = await releases.get(fileKey(name, plain));
    const url = `${other.url}/remotes/${name}/${plain}`;
    if (!bytes) {
      throw refused(
        'file-unreachable',
        `${url} cannot be read.`,
        'Check with `portal verify --files` at that portal that its files come.',
      );
    }
    if (integrityOf(bytes) !== files[plain]?.integrity) throw differs(url, other);
    if (plain === file) return bytes;
    const forms = await compressedForms(bytes);
    return forms[file.slice(plain.length) as keyof typeof forms];
  };
}

const differs = (what: string, { url }: PortalConnection) =>
  refused(
    'bytes-differ',
    `${what} is not what the release at ${url} names.`,
    'Nothing was promoted. See with `portal verify --files` at that portal what has changed its files.',
  );
