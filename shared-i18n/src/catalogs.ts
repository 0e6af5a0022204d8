import { I18n, i18n, type MessageDescriptor, type Messages } from '@lingui/core';
import type { Locale, LocalizedText } from '@portal/shared-contract';
import type * as PassNames from '@portal/shared-contract/pass-name';

export { i18n };

/** The module that a compiled `.po` file exports. */
export type Catalog = { readonly messages: Messages };

/** Activates a language for the texts of every part, and sets the `lang` of <html>. */
export function activateLocale(locale: Locale, catalogs: readonly Catalog[] = []): void {
  for (const catalog of catalogs) addTexts(locale, catalog);
  // The shell's last, since what is drawn anew with its change may show texts of a remote.
  for (const [remote, { texts }] of stores) if (remote !== undefined) texts.activate(locale);
  i18n.activate(locale);
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
}

/**
 * The texts of one remote, for the `I18nProvider` around its screens; without a name those of the shell and the shared
 * packages. A message's id is made of its English text, so two packages may have the same one: each remote has a store
 * of its own, in which no catalog of another changes a text (docs/decisions/0091-texts-of-one-remote.md).
 */
export function textsOf(remote: string | undefined): I18n {
  return remote === undefined ? i18n : storeOf(remote).texts;
}

interface Store {
  readonly texts: I18n;
  /** The objects that `texts` reads. */
  readonly messages: Readonly<Record<Locale, Messages>>;
}
const stores = new Map<string | undefined, Store>();

function storeOf(remote: string | undefined): Store {
  const known = stores.get(remote);
  if (known) return known;
  const messages = { ja: {}, en: {} };
  const texts = remote === undefined ? i18n : new RemoteTexts({});
  texts.load(messages);
  if (remote !== undefined && i18n.locale) texts.activate(i18n.locale);
  const store = { texts, messages };
  stores.set(remote, store);
  return store;
}

/** Components of the shared packages have their texts inside a remote's screens too. */
class RemoteTexts extends I18n {
  override _(...asked: readonly unknown[]): string {
    const args = asked as Parameters<I18n['_']>;
    const { id = args[0] } = asked[0] as Partial<MessageDescriptor>;
    return Object.hasOwn(this.messages, id) ? super._(...args) : i18n._(...args);
  }
}

/**
 * Adds texts of a language, to those of the remote if one is named. Those of the operator's brand go
 * before those of the catalogs.
 *
 * Nothing is drawn anew, as Lingui's `load` would do: a script waits for its own texts, so that nothing on the
 * page shows one that comes later, and an effect that depends on `t` must not run again for them.
 */
export function addTexts(locale: Locale, { messages }: Catalog, remote?: string): void {
  const { brand, texts } = globalThis.window?.portal?.config ?? {};
  const own = FINDS_PHRASES ? withoutPhraseBreaks(messages) : messages;
  const name = brand?.passName;
  Object.assign(storeOf(remote).messages[locale], {
    ...(name && passNames ? passNames.messagesWithPassName(own, locale, name) : own),
    ...(texts?.[locale] as Messages | undefined),
  });
}

let passNames: typeof PassNames | undefined;

/** Fetches what puts the operator's name of the passport into texts, where there is one; before the first texts. */
export async function preparePassName(): Promise<void> {
  if (window.portal.config.brand.passName) {
    passNames = await import('@portal/shared-contract/pass-name');
  }
}

/** A text that stands in no catalog, with the operator's name of the passport. */
export const withPassName = (text: LocalizedText): LocalizedText =>
  passNames?.withPassNames(text, window.portal.config.brand.passName) ?? text;

/** Browsers that find the phrases themselves need no marks, which labels and titles should not have. */
const FINDS_PHRASES = globalThis.CSS?.supports('word-break', 'auto-phrase');

/** The build marks where phrases end in Japanese headings and buttons (docs/decisions/0033-the-look.md). */
const withoutPhraseBreaks = (messages: Messages): Messages =>
  JSON.parse(JSON.stringify(messages).replaceAll('\u200b', ''));

/** Loads this package’s own texts: errors, validation and success messages. */
export function loadCatalog(locale: Locale): Promise<Catalog> {
  return locale === 'en' ? import('./locales/en.po') : import('./locales/ja.po');
}

/** The active language; Japanese before one was activated. */
export function activeLocale(): Locale {
  return i18n.locale === 'en' ? 'en' : 'ja';
}

/** What stands between two sentences that are two texts: a space, which Japanese does not have. */
export const sentenceGap = (): string => (activeLocale() === 'ja' ? '' : ' ');
