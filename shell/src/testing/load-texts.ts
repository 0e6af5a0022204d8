import type { Locale } from '@portal/shared-contract';
import { addTexts } from '@portal/shared-i18n';

/** Adds all texts of the shell and the shared packages, which scripts of a build bring. */
export async function loadTexts(locale: Locale): Promise<void> {
  const catalogs =
    locale === 'en'
      ? [
          import('@portal/shared-i18n/locales/en.po'),
          import('@portal/shared-ui/locales/en.po'),
          import('../locales/en.po'),
        ]
      : [
          import('@portal/shared-i18n/locales/ja.po'),
          import('@portal/shared-ui/locales/ja.po'),
          import('../locales/ja.po'),
        ];
  for (const catalog of catalogs) addTexts(locale, await catalog);
}
