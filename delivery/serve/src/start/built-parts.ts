import { readBuildRecord, readDocument } from '@portal/delivery-builder/release-folder';
import { deliveredPackage, remoteFolders } from '@portal/delivery-builder/workspace/packages';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { versionedDocument } from '@portal/delivery-model/document-version';
import { SHELL } from '@portal/delivery-model/log/operations';

/** The last build of a part on this machine. */
export type BuiltPart = {
  readonly document: ReleaseDocument;
  /** The part's name in the folder of what was built. */
  readonly builtAs: string;
};

const MONOLITH = 'monolith';

/** The last builds of the parts of a portal: the shell and all remotes, or the monolith alone. */
export async function builtParts(kind: 'federated' | 'monolith'): Promise<BuiltPart[]> {
  if (kind === 'monolith') {
    return [{ document: asShell(await lastBuild(MONOLITH)), builtAs: MONOLITH }];
  }
  const names = [SHELL, ...remoteFolders().map((folder) => deliveredPackage(folder).name)];
  return Promise.all(
    names.map(async (builtAs) => ({ document: await lastBuild(builtAs), builtAs })),
  );
}

/** The monolith under the name of the shell: it has all screens itself. */
function asShell({ version, ...content }: ReleaseDocument): ReleaseDocument {
  if (content.kind === 'remote') throw new Error(`The release of ${content.name} is of a remote.`);
  const [number = ''] = version.split('+');
  return versionedDocument(number, { ...content, kind: 'monolith', name: SHELL });
}

async function lastBuild(name: string): Promise<ReleaseDocument> {
  const record = await readBuildRecord(name);
  const document = record && (await readDocument(name, record.version));
  if (!document) throw new Error(`${name} was not built.`);
  return document;
}
