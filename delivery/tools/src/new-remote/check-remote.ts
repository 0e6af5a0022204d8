import { refused, wrongUsage } from '@portal/delivery-model/client/failure';
import { isReserved } from '@portal/delivery-model/gate';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import type { Clone } from './clone.ts';
import { folderOf, type NewRemote } from './new-remote.ts';

/** Letters of any language, digits, and what stands in texts without a meaning in code or catalogs. */
const TITLE = /^[\p{L}\p{M}\p{N} ,.!?&()ー・、。：！？（）-]{1,60}$/u;
const PATH = /^\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** The class prefix of shared-ui and the shell (shared-ui/src/panda/shared-prefix.ts). */
const SHARED_PREFIX = 'ui';

/**
 * Checks what was typed, before anything is read.
 * @throws CommandFailure for a name, a path or a title that cannot be one
 */
export function checkWords({ name, path, title, titleJa }: Record<keyof NewRemote, string>) {
  if (!v.is(PartNameSchema, name) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    throw wrongUsage(
      `${JSON.stringify(name)} is no name of a remote.`,
      'Use small letters, digits and single dashes, and begin with a letter: offers',
    );
  }
  if (name === 'shell' || name === 'monolith' || name.startsWith('mfe-')) {
    throw wrongUsage(
      `A remote cannot have the name ${name}.`,
      'Give it a name of its own, without mfe-: the folder mfe-offers is the remote offers.',
    );
  }
  if (!PATH.test(path)) {
    throw wrongUsage(
      `${JSON.stringify(path)} is no path for a remote.`,
      'Give one segment of small letters, digits and single dashes, below which all its screens are: /offers',
    );
  }
  for (const text of [title, titleJa]) {
    if (!TITLE.test(text) || text !== text.trim()) {
      throw wrongUsage(
        `${JSON.stringify(text)} cannot be a title.`,
        'Use at most 60 letters, digits, spaces and simple punctuation.',
      );
    }
  }
  return { name, path: path as NewRemote['path'], title, titleJa };
}

/** @throws CommandFailure for a name or a path that is taken in the clone */
export function checkFree(remote: NewRemote, clone: Clone): void {
  const folder = folderOf(remote);
  if (clone.entries.includes(folder)) {
    throw refused(
      'name-taken',
      `There is a folder ${folder} already.`,
      `Choose another name. The remotes are: ${clone.folders.filter((name) => name.startsWith('mfe-')).join(', ')}.`,
    );
  }
  if (isReserved(remote.path)) {
    throw refused(
      'path-reserved',
      `${remote.path} is never shown as a screen: the portal answers it itself.`,
      'Choose another path.',
    );
  }
  const owner = clone.owners.get(remote.path);
  if (owner) {
    throw refused(
      'path-taken',
      `${remote.path} belongs to ${owner}.`,
      `Choose another path, or add a screen to ${owner}: npm run new -- screen ${remote.path}/example "Example"`,
    );
  }
}

/** Two to four letters that begin the remote's CSS classes, and no other's. */
export function freePrefix(name: string, taken: readonly string[]): string {
  const letters = name.replace(/[^a-z]/g, '').padEnd(2, 'x');
  const [first = 'x'] = letters;
  const initials = name
    .split('-')
    .map((word) => /^[a-z]/.exec(word)?.[0] ?? '')
    .join('');
  const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
  const candidates = [
    initials.slice(0, 4),
    ...[2, 3, 4].map((length) => letters.slice(0, length)),
    ...alphabet.map((letter) => first + letter),
    ...alphabet.map((letter) => letters.slice(0, 2) + letter),
  ];
  const free = candidates.find(
    (prefix) => prefix.length >= 2 && prefix !== SHARED_PREFIX && !taken.includes(prefix),
  );
  if (!free) throw new Error(`There is no free class prefix for ${name}.`);
  return free;
}
