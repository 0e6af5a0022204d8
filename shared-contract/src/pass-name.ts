import type { Locale, LocalizedText } from './locale.ts';

/** What members call the passport in place of “passport” and 「年間パスポート」: the operator's choice. */
export type PassName = {
  readonly ja: string;
  readonly en: { readonly article: 'a' | 'an'; readonly one: string; readonly many: string };
};

/**
 * An English text as members read it: “annual pass” and “pass”, since a passport is what one travels with. The texts of
 * the repository say passport, as the code does. It may be compiled messages, as JSON or within a script: `["passports"`
 * begins a value, whose name stays what it is.
 */
export const inMembersEnglish = (text: string): string =>
  text.replace(
    /(?<!\[\\?"(?=p))([Pp])assport(s?)\b/g,
    (_, first, plural) => `${first}ass${plural && 'es'}`,
  );

/**
 * A text of the portal with the operator's name of the passport. The marks of phrases may stand in it, and it may
 * be the JSON of compiled messages: `["passports"` begins a value, whose name stays what it is.
 */
export function withPassName(text: string, locale: Locale, { ja, en }: PassName): string {
  if (locale === 'ja') return text.replace(/(年間\u200b?)?パスポート/g, ja);
  return text.replace(
    // As written in the repository or as in the builds.
    /(?<!\["(?=p))(\b[Aa]n? )?([Aa]nnual )?\b[Pp]ass(?:port)?(e?s)?\b/g,
    (found, article, _annual, plural) => {
      const name = (article ? `${en.article} ` : '') + (plural ? en.many : en.one);
      return found < 'a' ? name[0]?.toUpperCase() + name.slice(1) : name;
    },
  );
}

/** A text in both languages, as members read it. */
export const withPassNames = (text: LocalizedText, name: PassName | undefined): LocalizedText =>
  name
    ? { ja: withPassName(text.ja, 'ja', name), en: withPassName(text.en, 'en', name) }
    : { ja: text.ja, en: inMembersEnglish(text.en) };

/** Compiled messages with the operator's name of the passport, which has no character that JSON escapes. */
export const messagesWithPassName = <Messages extends object>(
  messages: Messages,
  locale: Locale,
  name: PassName,
): Messages => JSON.parse(withPassName(JSON.stringify(messages), locale, name));
