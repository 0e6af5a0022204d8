import { execFile } from 'node:child_process';
import { glob, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { IS_KIT, KIT, ROOT } from '@portal/delivery-builder/workspace/packages';
import { refused, wrongUsage } from '@portal/delivery-model/client/failure';
import { isReserved } from '@portal/delivery-model/gate';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';

export type NewRemote = {
  readonly name: string;
  readonly path: string;
  /** The title of the first screen in English, and the key of its translation. */
  readonly title: string;
  readonly titleJa: string;
  /** The team that owns it, as the portal knows it. */
  readonly team: string;
};

const TEMPLATE = path.join(ROOT, 'delivery/kit/template');
/** What may be in the folder already: the kit, installed first, and a repository without a commit. */
const MAY_BE_THERE = new Set(['.git', 'node_modules', 'package.json', 'package-lock.json']);
/** Letters of any language, digits, and what stands in texts without a meaning in code or catalogs. */
const TITLE = /^(?! )[\p{L}\p{M}\p{N} ,.!?&()ー・、。：！？（）-]{1,60}(?<! )$/u;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const PATH = /^\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function checkWords({ name, path: at, title, titleJa }: NewRemote): void {
  const isFrame = name === 'shell' || name === 'monolith' || name.startsWith('mfe-');
  if (!v.is(PartNameSchema, name) || !NAME.test(name) || isFrame) {
    throw wrongUsage(
      `${JSON.stringify(name)} is no name of a remote.`,
      'Use small letters, digits and single dashes, begin with a letter, and leave mfe- out: offers',
    );
  }
  if (!PATH.test(at)) {
    throw wrongUsage(
      `${JSON.stringify(at)} is no path for a remote.`,
      'Give one segment of small letters, digits and single dashes, below which all its screens are: /offers',
    );
  }
  if (isReserved(at)) {
    throw refused(
      'path-reserved',
      `${at} is never shown as a screen: the portal answers it itself.`,
      'Choose another path.',
    );
  }
  const wrong = [title, titleJa].find((text) => !TITLE.test(text));
  if (wrong === undefined) return;
  throw wrongUsage(
    `${JSON.stringify(wrong)} cannot be a title.`,
    'Use at most 60 letters, digits, spaces and simple punctuation.',
  );
}

/** The files of a repository of one remote by their paths, from `delivery/kit/template` with its words filled in. */
export async function repositoryFiles(remote: NewRemote): Promise<Record<string, string>> {
  const segment = remote.path.slice(1);
  const letters = remote.name.replace(/[^a-z]/g, '').padEnd(2, 'x');
  const words: Readonly<Record<string, string>> = {
    ...remote,
    segment,
    // Classes of shared-ui and of the shell begin with `ui`.
    prefix: letters === 'ui' ? 'uix' : letters.slice(0, 4),
  };
  const files: Record<string, string> = {};
  for await (const entry of glob('**/*', { cwd: TEMPLATE, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    const name = path
      .relative(TEMPLATE, file)
      .replace(/\.template$/, '')
      .replaceAll(/(^|\/)dot-/g, '$1.')
      .replace('/segment/', `/${segment}/`);
    files[name] = text
      .replaceAll('@portal/kit', KIT)
      .replaceAll(/(?<!\$)\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? word);
  }
  return files;
}

/** Writes a new repository of one remote, with the versions of the kit, into an empty folder. */
export async function createRepository(remote: NewRemote, folder: string): Promise<string[]> {
  if (!IS_KIT) {
    throw refused(
      'no-kit',
      'A repository of its own is made by the kit, whose versions it then has.',
      'Pack it with "portal kit", and install the tarball in an empty folder (docs/releases.md).',
    );
  }
  const other = (await readdir(folder)).find((name) => !MAY_BE_THERE.has(name));
  if (other) {
    throw refused(
      'not-empty',
      `${folder} is not empty: there is ${other}.`,
      'Run this in an empty folder.',
    );
  }
  const read = async (file: string) =>
    JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, object>;
  const own = path.join(folder, 'package.json');
  const kit = await read(path.join(ROOT, 'package.json'));
  const installed = (await read(own)).dependencies;
  const files = await repositoryFiles(remote);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  const manifest = await read(own);
  // What one page has once, in the versions that the kit was made with: `^19.3.1` is 19.3.1.
  const peers = Object.entries(kit.peerDependencies ?? {}) as [string, string][];
  const dependencies = {
    [KIT]: kit.version,
    ...installed,
    ...Object.fromEntries(peers.map(([name, range]) => [name, range.replace(/^\^/, '')])),
  };
  await writeFile(own, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
  await promisify(execFile)('git', ['init', '--quiet', '--initial-branch', 'main'], {
    cwd: folder,
  });
  return Object.keys(files);
}
