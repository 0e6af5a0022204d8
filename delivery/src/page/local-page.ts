import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { PortalConfig } from '@portal/shared-contract';
import { withColorVariables } from '@portal/shared-contract/brand-values';
import { liveVersion } from '../build/index.ts';
import { RELEASES, ROOT, remoteFolders } from '../build/packages.ts';
import type { Release } from '../build/release.ts';
import { composePage } from './compose.ts';
import type { RegisteredRelease, Registry } from './registry.ts';

export type LocalPageOptions = {
  readonly config: PortalConfig;
  readonly security?: Registry['security'];
  /** The folder for the page's files. */
  readonly folder: string;
  /** The base address of a release in the browser; by default on the portal's own origin. */
  readonly baseOf?: (name: string, version: string) => string;
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
  baseOf = defaultBase,
  kind = 'federated',
}: LocalPageOptions): Promise<Registry> {
  const registered = async (name: string): Promise<RegisteredRelease> => {
    const version = await liveVersion(name);
    const file = join(RELEASES, name, version, 'release.json');
    return {
      base: baseOf(name, version),
      release: JSON.parse(await readFile(file, 'utf8')) as Release,
    };
  };
  const fragment = (name: string) => readFile(join(ROOT, 'shell/src/skeleton', name), 'utf8');
  const names = remoteFolders().map((folder) => folder.replace(/^mfe-/, ''));
  return {
    config,
    security,
    shell: {
      ...(await registered(kind === 'monolith' ? 'monolith' : 'shell')),
      skeleton: {
        html: (await fragment('skeleton.html')).trim(),
        css: skeletonCss(await fragment('skeleton.css')),
      },
    },
    remotes:
      kind === 'monolith'
        ? {}
        : Object.fromEntries(
            await Promise.all(names.map(async (name) => [name, await registered(name)] as const)),
          ),
  };
}

function skeletonCss(source: string): string {
  return withColorVariables(source.trim(), { prefix: 'sk', memberChoosesTheme: true });
}

function defaultBase(name: string, version: string): string {
  return name === 'shell' || name === 'monolith'
    ? `/assets/${name}/${version}/`
    : `/remotes/${name}/${version}/`;
}
