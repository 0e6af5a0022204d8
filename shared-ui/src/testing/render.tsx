import { I18nProvider } from '@lingui/react';
import type { Locale } from '@portal/shared-contract';
import { activateLocale, i18n, loadCatalog as loadCommonTexts } from '@portal/shared-i18n';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { messages as en } from '../locales/en.po';
import { messages as ja } from '../locales/ja.po';

/** Renders components for this package's tests, with the texts of a language. */
export async function renderUi(ui: ReactNode, locale: Locale = 'en') {
  activateLocale(locale, [await loadCommonTexts(locale), { messages: locale === 'en' ? en : ja }]);
  return render(ui, {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  });
}
