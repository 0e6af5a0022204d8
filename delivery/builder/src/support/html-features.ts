import { newerAttribute } from './features.ts';
import type { Found } from './script-features.ts';

const TAG = /<([a-z][a-z\d-]*)(\s[^<>]*)?>?/g;
const ATTRIBUTE = /(?<=\s)[a-z][a-z-]*(?=[\s=>/]|$)/g;

/** Newer attributes in a part of a page, or in a source that writes one: what it fills in (`${…}`) is skipped. */
export function newerInHtml(text: string): Found[] {
  const plain = text.replace(/\$\{[^{}]*\}|"[^"\n]*"/g, (part) => ' '.repeat(part.length));
  return [...plain.matchAll(TAG)].flatMap(({ 1: element = '', 2: attributes = '', index }) =>
    [...attributes.matchAll(ATTRIBUTE)].flatMap(([name]) => {
      const newer = newerAttribute(element, name);
      return newer ? [{ ...newer, place: { line: lineOf(text, index), column: 0 } }] : [];
    }),
  );
}

/** Of a place in a text; lines begin at 1. */
export const lineOf = (text: string, index: number): number =>
  text.slice(0, index).split('\n').length;
