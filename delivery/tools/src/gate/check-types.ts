import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { entryPointOf } from '@portal/delivery-builder/shared-modules';
import {
  CACHE,
  installedFolder,
  ROOT,
  WORKSPACE,
} from '@portal/delivery-builder/workspace/packages';
import { fileKey, type ShellDocument } from '@portal/delivery-model/document';
import type { Check, Problem } from '@portal/delivery-model/gate';
import type { Store } from '@portal/delivery-model/store/store';
import { SurfaceTypesSchema } from '@portal/delivery-model/surface-types';
import * as v from 'valibot';

/** Further errors mostly follow from the first ones. */
const MOST_SHOWN = 10;
/** Of the published shells that are not live; each takes some seconds. */
const MOST_TRIED = 3;
const ERROR = /^(.+)\((\d+),\d+\): error TS\d+: (.+)$/;

/**
 * Compiles the sources of a remote against the types of live shells, which may be older or newer than the kit that it was
 * written with: a signature that has changed is found, and one that has only grown is not.
 * @param sources the remote's folder
 * @param shells releases from before there were such types are left out
 * @param readShells the newest published shells, the newest first: where a live one does not fit, the refusal says which does
 */
export async function checkTypes(
  sources: string,
  shells: readonly ShellDocument[],
  releases: Pick<Store, 'get'>,
  readShells: () => Promise<readonly PublishedShell[] | undefined> = async () => undefined,
): Promise<Check> {
  const byTypes = new Map(shells.flatMap((shell) => (shell.types ? [[shell.types, shell]] : [])));
  const problems: Problem[] = [];
  const changed: Pick<Problem, 'reason'>[] = [];
  const fitting: ShellDocument[] = [];
  for (const shell of byTypes.values()) {
    const errors = await errorsWith(sources, shell, releases);
    if (!errors) {
      problems.push({
        code: 'types.missing',
        reason: `The types of shell ${shell.version} do not come.`,
        remedy: 'Look whether the portal serves its files below /remotes/.',
      });
    } else if (errors.length === 0) fitting.push(shell);
    for (const { at, says } of errors ?? []) {
      changed.push({
        reason: `${at} does not fit shell ${shell.version}, which is live: ${says}`,
      });
    }
  }
  if (changed.length > 0) {
    const code = 'types.changed';
    const remedy = `Write it so that it compiles with the types of that shell too. ${await otherRemedy()}`;
    problems.push(...changed.map(({ reason }) => ({ code, reason, remedy })));
  }
  return { name: 'types', problems };

  async function otherRemedy(): Promise<string> {
    const [live] = fitting;
    if (live) {
      return `Or let another shell with the types of shell ${live.version}, which fits and is live, be promoted first, until none that does not fit is live as canary or previous release.`;
    }
    const published = (await readShells())?.filter(({ shell }) => !byTypes.has(shell.types));
    const tried = published?.slice(0, MOST_TRIED) ?? [];
    for (const { shell, releases } of tried) {
      if ((await errorsWith(sources, shell, releases))?.length !== 0) continue;
      return `Or let shell ${shell.version}, which is published but not live and fits, be promoted first, and then another one that fits, since a roll-back returns to the previous release.`;
    }
    const none = tried.length > 0 ? ' It fits none of the newest published shells either.' : '';
    return `Or let a shell with the types that it needs be promoted first, twice or until its previous release has them too.${none}`;
  }
}

/** A shell with types, and from where its files come. */
export type PublishedShell = {
  readonly shell: ShellDocument & { readonly types: string };
  readonly releases: Pick<Store, 'get'>;
};

/** Undefined where the types do not come. */
async function errorsWith(
  sources: string,
  shell: ShellDocument,
  releases: Pick<Store, 'get'>,
): Promise<Awaited<ReturnType<typeof compileErrors>> | undefined> {
  const bytes = await releases.get(fileKey(shell.name, shell.types ?? ''));
  return bytes && compileErrors(sources, JSON.parse(new TextDecoder().decode(bytes)));
}

async function compileErrors(sources: string, json: unknown) {
  const { exports, files } = v.parse(SurfaceTypesSchema, json);
  const work = path.join(CACHE, `live-types-${process.pid}`);
  try {
    for (const [file, text] of Object.entries(files)) {
      const target = path.join(work, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    const from = (file: string) => path.relative(work, file);
    const paths = Object.entries(exports).flatMap(([name, file]) => [
      [name, [`./${file}`]],
      [entryPointOf(name), [`./${file}`]],
    ]);
    await writeFile(
      path.join(work, 'tsconfig.json'),
      JSON.stringify({
        extends: from(path.join(WORKSPACE, 'tsconfig.json')),
        compilerOptions: { noEmit: true, skipLibCheck: true, paths: Object.fromEntries(paths) },
        include: [
          from(path.join(sources, 'src')),
          from(path.join(ROOT, 'delivery/kit/src/environment.d.ts')),
        ],
        exclude: ['*.test.ts', '*.test.tsx'].map((name) =>
          from(path.join(sources, 'src/**', name)),
        ),
      }),
    );
    const output = await compile(work);
    return output
      .split('\n')
      .flatMap((line) => {
        const [, file = '', row, says = ''] = ERROR.exec(line) ?? [];
        const place = path.resolve(WORKSPACE, file);
        return place.startsWith(sources + path.sep)
          ? [{ at: `${path.relative(WORKSPACE, place)}:${row}`, says }]
          : [];
      })
      .slice(0, MOST_SHOWN);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @returns what the compiler prints, which is nothing where all fits */
function compile(work: string): Promise<string> {
  const tsc = path.join(installedFolder('typescript'), 'bin/tsc');
  return new Promise((done, failed) => {
    execFile(
      process.execPath,
      [tsc, '--pretty', 'false', '-p', work],
      { cwd: WORKSPACE, maxBuffer: 64 * 1024 * 1024 },
      (error, out) => (error && !ERROR.test(out.split('\n')[0] ?? '') ? failed(error) : done(out)),
    );
  });
}
