import type { Locator, Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { translate } from './labels.ts';

/** A page of the portal, opened in a language. Texts are the English ones of the source. */
export type LocalizedPage = { readonly page: Page; readonly locale: Locale };

export const main = ({ page }: Pick<LocalizedPage, 'page'>): Locator => page.getByRole('main');

export const button = (on: LocalizedPage, english: string): Locator =>
  main(on).getByRole('button', { name: translate(on.locale, english), exact: true });

export const link = (on: LocalizedPage, english: string): Locator =>
  main(on).getByRole('link', { name: translate(on.locale, english), exact: true });

export const choice = (on: LocalizedPage, english: string): Locator =>
  main(on).getByRole('radio', { name: translate(on.locale, english), exact: true });

/** A field by its label, with or without the mark of a required one. */
export function field(on: LocalizedPage, label: string): Locator {
  const start = translate(on.locale, label).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const mark = translate(on.locale, 'Required');
  return main(on).getByLabel(new RegExp(`^${start}\\s*(${mark})?$`));
}

export const codeField = ({ page }: Pick<LocalizedPage, 'page'>): Locator =>
  page.locator('#field-code');

export const expectHeading = ({ page, locale }: LocalizedPage, english: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: translate(locale, english), exact: true }).waitFor();

/** Waits until the button is enabled, then presses it. */
export const press = (on: LocalizedPage, english: string): Promise<void> =>
  button(on, english).click();

export const expectText = (on: LocalizedPage, english: string): Promise<void> =>
  main(on)
    .filter({ hasText: translate(on.locale, english) })
    .waitFor();
