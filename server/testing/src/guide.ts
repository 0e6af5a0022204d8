import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** A block of commands; one within a list is indented. */
const BLOCK = /^( *)```sh\n([\s\S]*?)^ *```$/gm;
const HEADING = /^#{1,6} (.+)$/gm;

/** The shell commands of a page, which tests run as they stand there. */
export type Guide = {
  /** The headings that have a block of commands directly below them, from top to bottom. */
  readonly headings: readonly string[];
  /** The commands below a heading. @throws Error where there are none */
  commands(heading: string): string;
  /** The commands between backticks in sentences. */
  readonly inline: readonly string[];
  /** The command between backticks that begins with these words. @throws Error unless there is one */
  command(words: string): string;
};

/**
 * Opens a page of the documentation for a test that runs its commands. `checks/source/src/documents/guides.test.ts` finds the
 * headings that the test names, and refuses a page with a block that no test names.
 * @param document from the root of the repository: `docs/operations.md`
 */
export function openGuide(document: string): Guide {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const blocks = blocksOf(text);
  const inline = inlineOf(text);
  return {
    headings: [...blocks.keys()],
    commands(heading) {
      const found = blocks.get(heading);
      if (found === undefined) throw new Error(`${document} has no commands below "${heading}".`);
      return found;
    },
    inline,
    command(words) {
      const [found, ...others] = inline.filter((one) => one.startsWith(words));
      if (found === undefined || others.length > 0) {
        throw new Error(
          `${document} has ${others.length + 1} commands that begin with "${words}".`,
        );
      }
      return found;
    },
  };
}

function blocksOf(text: string): ReadonlyMap<string, string> {
  const headings = [...text.matchAll(HEADING)];
  const blocks = new Map<string, string>();
  for (const { index, 1: indent = '', 2: block = '' } of text.matchAll(BLOCK)) {
    const [, heading = ''] = headings.findLast((one) => one.index < index) ?? [];
    const commands = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    blocks.set(heading, (blocks.get(heading) ?? '') + commands);
  }
  return blocks;
}

function inlineOf(text: string): readonly string[] {
  const sentences = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  const found = [...sentences.matchAll(/`((?:npm|npx|node|docker) [^`]+)`/g)];
  return [...new Set(found.map(([, command = '']) => command.replaceAll(/\s+/g, ' ')))];
}
