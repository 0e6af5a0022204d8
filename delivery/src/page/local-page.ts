import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { PortalConfig } from '@portal/shared-contract';
import { composePage } from '@portal/shared-release/compose';
import type { ReleaseDocument } from '@portal/shared-release/document';
import { readPageTexts } from '@portal/shared-release/page-texts';
import { filesBase, type Registry } from '@portal/shared-release/registry';
import { deliveredPackage, remoteFolders } from '../build/packages.ts';
import { readBuildRecord, readDocument, storedFile } from '../build/release-folder.ts';

export type LocalPageOptions = {
  readonly config: PortalConfig;
  readonly security?: Registry['security'];
  /** The folder for the page's files. */
  readonly folder: string;
  /** The base address of a part's files in the browser; by default on the portal's own origin. */
  readonly baseOf?: (name: string) => string;
  /** `monolith`: the page of the monolith build, for the bench. */
  readonly kind?: 'federated' | 'monolith';
};

/** Composes the page from the releases on this machine and writes it, together with `headers.json`. */
export async function writeLocalPage(options: LocalPageOptions): Promise<void> {
  const page = composePage(await localRegistry(options));
  await mkdir(options.folder, { recursive: true });
  // Of a page that was composed here before, with a contact.
  for (const ending of ['', '.gz', '.br', '.conf']) {
    await rm(join(options.folder, `security.txt${ending}`), { force: true });
  }
  for (const [name, { body }] of Object.entries(page)) {
    const bytes = Buffer.from(body);
    await writeFile(join(options.folder, name), bytes);
    await writeFile(join(options.folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    await writeFile(join(options.folder, `${name}.br`), await promisify(brotliCompress)(bytes));
  }
  const headers = Object.fromEntries(
    Object.entries(page).map(([name, file]) => [name, file.headers]),
  );
  await writeFile(join(options.folder, 'headers.json'), `${JSON.stringify(headers, null, 1)}\n`);
}

async function localRegistry({
  config,
  security,
  baseOf = filesBase,
  kind = 'federated',
}: LocalPageOptions): Promise<Registry> {
  const name = kind === 'monolith' ? 'monolith' : 'shell';
  const release = await lastBuild(name);
  if (release.kind === 'remote') throw new Error(`The release of ${name} is one of a remote.`);
  const folders = kind === 'monolith' ? [] : remoteFolders();
  return {
    config,
    security,
    shell: {
      base: baseOf(name),
      release,
      texts: await readPageTexts(release, (file) => readFile(storedFile(name, file))),
    },
    remotes: Object.fromEntries(
      await Promise.all(
        folders.map(async (folder) => {
          const remote = deliveredPackage(folder).name;
          const document = await lastBuild(remote);
          if (document.kind !== 'remote') throw new Error(`${remote} was not built as a remote.`);
          return [remote, { base: baseOf(remote), release: document }] as const;
        }),
      ),
    ),
  };
}

/** The release that the last build of a package on this machine has given. */
async function lastBuild(name: string): Promise<ReleaseDocument> {
  const record = await readBuildRecord(name);
  const document = record && (await readDocument(name, record.version));
  if (!document) throw new Error(`${name} was not built.`);
  return document;
}
