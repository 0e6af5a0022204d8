import type { Locale, LocalizedText } from './locale.ts';

/** What members call the passport in place of “passport” and 「年間パスポート」: the operator's choice. */
export type PassName = {
  readonly ja: string;
  readonly en: { readonly article: 'a' | 'an'; readonly one: string; readonly many: string };
};

/** As Lingui compiles a message: a text, or a list of texts and of values with their forms. */
type Compiled = string | readonly unknown[];

/** A text of the portal with the operator's name of the passport. The marks of phrases may stand in it. */
export function withPassName(text: string, locale: Locale, { ja, en }: PassName): string {
  if (locale === 'ja') return text.replace(/(年間\u200b?)?パスポート/g, () => ja);
  return text.replace(/\b(an? )?(annual )?passport(s?)\b/gi, (found, article, _, plural) => {
    const name = plural ? en.many : `${article ? `${en.article} ` : ''}${en.one}`;
    return /^[A-Z]/.test(found) ? name.replace(/^./u, (first) => first.toUpperCase()) : name;
  });
}

/** A text in both languages; without a name of the operator's, as it is. */
export const withPassNames = (text: LocalizedText, name: PassName | undefined): LocalizedText =>
  name ? { ja: withPassName(text.ja, 'ja', name), en: withPassName(text.en, 'en', name) } : text;

/** Compiled messages with the operator's name of the passport; names of values stay what they are. */
export function messagesWithPassName<Message extends Compiled>(
  messages: Readonly<Record<string, Message>>,
  locale: Locale,
  name: PassName,
): Record<string, Message> {
  const inForm = (form: unknown): unknown =>
    typeof form === 'string'
      ? withPassName(form, locale, name)
      : Array.isArray(form)
        ? form.map((token) => (Array.isArray(token) ? inValue(token) : inForm(token)))
        : form;
  const inValue = (value: readonly unknown[]) =>
    value.map((part, at) => (at === 2 && typeof part === 'object' ? inAll(part as object) : part));
  const inAll = (forms: object) =>
    Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, inForm(form)]));
  return inAll(messages) as Record<string, Message>;
}
