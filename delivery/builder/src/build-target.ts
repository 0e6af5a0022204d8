import { join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { buildPackage } from './build-package.ts';
import { readBuildRecord, readDocument, writeBuildRecord } from './release-folder.ts';
import type { BuildKind } from './webpack-config.ts';
import { checkWorkspace } from './workspace/check-workspace.ts';
import { fingerprint } from './workspace/fingerprint.ts';
import { deliveredPackage, ROOT, remoteFolders, WORKSPACE } from './workspace/packages.ts';

/** What can be built: the folder of a package, as itself or compiled into the monolith. */
export type BuildTarget = {
  readonly folder: string;
  readonly kind: BuildKind;
  /** For its developers alone: with a record of its own, so that `portal publish` never takes it. */
  readonly isDraft?: boolean;
};

/** The name of what a target is built into: `account`, `monolith`. */
export const nameOf = ({ folder, kind }: BuildTarget): string =>
  kind === 'monolith' ? 'monolith' : deliveredPackage(folder).name;

/** The name of the record of a part's last draft; no part has a dot in its name. */
export const draftRecord = (part: string): string => `${part}.draft`;
const recordOf = (target: BuildTarget) =>
  target.isDraft ? draftRecord(nameOf(target)) : nameOf(target);

/**
 * Builds a target, unless another process has just done so.
 * @throws Error for a workspace that cannot be built, and where the build fails
 * @returns its version
 */
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

/** The version of the target's last build, unless its sources have changed since. */
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
