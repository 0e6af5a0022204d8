import type { Locale } from '@portal/shared-contract';

/** A word that texts must not use, and the one to use in its place. */
export type GlossaryRule = { readonly use: string; readonly not: string };

const HEADINGS: Record<Locale, string> = { en: 'English', ja: '日本語' };
/** Names of products, which keep their own spelling, and words whose last part must not stand alone. */
const NAMES = /LINE Login|(?:確認|QR|リカバリー)コード|(?:クレジット|プラスチック)カード/g;

/** Reads a language's table of docs/glossary.md. @throws Error when there is no table for the language */
export function glossaryRules(glossary: string, locale: Locale): GlossaryRule[] {
  const section = glossary.split(/^## /m).find((part) => part.startsWith(HEADINGS[locale]));
  const rows = [...(section ?? '').matchAll(/^\| *(.+?) *\| *(.+?) *\|$/gm)].slice(2);
  if (rows.length === 0) throw new Error(`docs/glossary.md has no table for ${locale}.`);
  return rows.flatMap(([, use = '', words = '']) =>
    words.split(/\s*,\s*/).map((not) => ({ use, not })),
  );
}

/** The rules that a text breaks, names of products aside. A value in braces stands as `…`. */
export function brokenRules(text: string, rules: readonly GlossaryRule[]): GlossaryRule[] {
  const words = text
    .replace(/<\/?\d+\/?>/g, '')
    .replace(/\{\w+\}/g, '…')
    .replace(NAMES, '');
  return rules.filter(({ not }) => uses(words, not));
}

/** A Latin word counts only as a whole (`mails` is not in `emails`); Japanese puts no spaces between words. */
function uses(text: string, word: string): boolean {
  return /^[\w -]+$/.test(word)
    ? new RegExp(`(?<![\\w-])${word}\\b`, 'i').test(text)
    : text.includes(word);
}
