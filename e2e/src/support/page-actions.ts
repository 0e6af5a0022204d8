import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import type { Finds, Tab } from '../engines/tab.ts';
import { translate } from './labels.ts';

/** A page of the portal, opened in a language. Texts are the English ones of the source. */
export type LocalizedPage<P extends Tab = Page> = { readonly page: P; readonly locale: Locale };
/** The same in any engine. */
export type LocalizedTab = LocalizedPage<Tab>;

type Localized<T extends Finds<T>> = LocalizedPage<Tab<T>>;

export const main = <T extends Finds<T>>({ page }: Pick<Localized<T>, 'page'>): T =>
  page.getByRole('main');

export const button = <T extends Finds<T>>(on: Localized<T>, english: string): T =>
  main(on).getByRole('button', { name: translate(on.locale, english), exact: true });

export const link = <T extends Finds<T>>(on: Localized<T>, english: string): T =>
  main(on).getByRole('link', { name: translate(on.locale, english), exact: true });

export const choice = <T extends Finds<T>>(on: Localized<T>, english: string): T =>
  main(on).getByRole('radio', { name: translate(on.locale, english), exact: true });

/** A field by its label, with or without the mark of a required one. */
export function field<T extends Finds<T>>(on: Localized<T>, label: string): T {
  const start = translate(on.locale, label).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const mark = translate(on.locale, 'Required');
  return main(on).getByLabel(new RegExp(`^${start}\\s*(${mark})?$`));
}

export const codeField = <T extends Finds<T>>({ page }: Pick<Localized<T>, 'page'>): T =>
  page.locator('#field-code');

export const expectHeading = ({ page, locale }: LocalizedTab, english: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: translate(locale, english), exact: true }).waitFor();

/** Waits until the button is enabled, then presses it. */
export const press = (on: LocalizedTab, english: string): Promise<void> =>
  button(on, english).click();

export const expectText = (on: LocalizedTab, english: string): Promise<void> =>
  main(on)
    .filter({ hasText: translate(on.locale, english) })
    .waitFor();
