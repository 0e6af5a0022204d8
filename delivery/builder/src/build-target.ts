import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { buildPackage } from './build-package.ts';
import { readBuildRecord, readDocument, writeBuildRecord } from './release-folder.ts';
import { checkWorkspace } from './shared-modules.ts';
import type { BuildKind } from './webpack-config.ts';
import { deliveredPackage, ROOT, remoteFolders, WORKSPACE } from './workspace/packages.ts';

export type BuildTarget = {
  readonly folder: string;
  readonly kind: BuildKind;
  /** For its developers alone: with a record of its own, so that `portal publish` never takes it. */
  readonly isDraft?: boolean;
};

export const nameOf = ({ folder, kind }: BuildTarget): string =>
  kind === 'monolith' ? 'monolith' : deliveredPackage(folder).name;

/** The name of the record of a part's last draft; no part has a dot in its name. */
export const draftRecord = (part: string): string => `${part}.draft`;
const recordOf = (target: BuildTarget) =>
  target.isDraft ? draftRecord(nameOf(target)) : nameOf(target);

/** Builds a target, unless another process has just done so. */
export async function buildTarget(target: BuildTarget): Promise<string> {
  const name = nameOf(target);
  checkWorkspace(deliveredPackage(target.folder));
  return withBuildLock(name, async () => {
    const inputs = await fingerprint(inputsOf(target));
    const fresh = await builtFrom(target, inputs);
    if (fresh) return fresh;
    const { version } = await buildPackage(
      deliveredPackage(target.folder),
      target.kind,
      target.isDraft,
    );
    await writeBuildRecord(recordOf(target), { inputs, version });
    return version;
  });
}

export async function freshVersion(target: BuildTarget): Promise<string | undefined> {
  return builtFrom(target, await fingerprint(inputsOf(target)));
}

async function builtFrom(target: BuildTarget, inputs: string): Promise<string | undefined> {
  const record = await readBuildRecord(recordOf(target));
  if (record?.inputs !== inputs) return undefined;
  return (await readDocument(nameOf(target), record.version))?.version;
}

function inputsOf({ folder, kind }: BuildTarget): string[] {
  const shared = ['contract', 'i18n', 'api', 'auth', 'routing', 'ui'].map(
    (name) => `shared-${name}`,
  );
  return [
    join(WORKSPACE, folder),
    ...(kind === 'monolith' ? remoteFolders().map((name) => join(WORKSPACE, name)) : []),
    ...[
      ...shared,
      'delivery/model/src/document.ts',
      'delivery/builder/src',
      // The boot script is a file of the shell's release.
      ...(kind === 'remote' ? [] : ['delivery/page/src']),
      '.browserslistrc',
    ].map((path) => join(ROOT, path)),
    join(WORKSPACE, 'package-lock.json'),
    join(WORKSPACE, 'lingui.config.ts'),
  ];
}

/** Folders that a build generates or that hold no sources. */
const IGNORED = new Set(['node_modules', 'dist', 'styled-system', 'coverage']);

async function fingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort();
  const bodies = await Promise.all(files.map((file) => readFile(file)));
  files.forEach((file, index) => {
    hash.update(relative(WORKSPACE, file)).update('\0');
    hash.update(bodies[index] as Buffer).update('\0');
  });
  return hash.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!entries) return [path];
  const nested = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name) && !/\.test\.tsx?$/.test(name))
      .map((entry) => {
        const full = join(path, entry.name);
        return entry.isDirectory() ? filesBelow(full) : [full];
      }),
  );
  return nested.flat();
}
