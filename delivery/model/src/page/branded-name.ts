import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { LOCALES, type LocalizedText, type PortalConfig } from '@portal/shared-contract';
import { withPassNames } from '@portal/shared-contract/pass-name';

/**
 * A name of a release's document with the brand's text in its place, if the brand has one. The build read the
 * name from a catalog, so the id of its English text is that of the brand's text.
 */
export function brandedName(name: LocalizedText, { texts, brand }: PortalConfig): LocalizedText {
  const named = withPassNames(name, brand.passName);
  if (!texts) return named;
  const id = generateMessageId(name.en);
  const own = LOCALES.map((locale) => {
    const compiled = texts[locale]?.[id];
    const text = Array.isArray(compiled) ? compiled.join('') : compiled;
    return [locale, text ?? named[locale]];
  });
  return Object.fromEntries(own);
}
