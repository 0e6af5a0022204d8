/**
 * What a journey needs of a page in any engine. A page of Playwright has it; {@link openWebKit} of webkit.ts gives it
 * to a session of WebDriver. The names mean what they mean at Playwright.
 */
export type Tab<T extends Finds<T> = Target> = {
  goto(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  url(): string;
  waitForURL(wanted: string | RegExp | ((url: URL) => boolean)): Promise<void>;
  getByRole(role: Role, options?: RoleOptions): T;
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): T;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): T;
  locator(selector: string): T;
  evaluate<R, A = undefined>(script: (given: A) => R | Promise<R>, given: A): Promise<R>;
  screenshot(): Promise<Buffer>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  close(): Promise<void>;
};

export type Role =
  | 'alert'
  | 'alertdialog'
  | 'banner'
  | 'button'
  | 'complementary'
  | 'dialog'
  | 'heading'
  | 'img'
  | 'link'
  | 'main'
  | 'radio'
  | 'slider';

export type RoleOptions = {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
  readonly level?: number;
};

/** What is on the page, found anew at each use; an action waits until it can be done. */
export interface Finds<Self> {
  getByRole(role: Role, options?: RoleOptions): Self;
  getByLabel(text: string | RegExp, options?: { readonly exact?: boolean }): Self;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Self;
  locator(selector: string): Self;
  filter(options: { readonly hasText: string | RegExp }): Self;
  first(): Self;
  last(): Self;
  click(): Promise<void>;
  /** @param options.force where the field itself is not drawn */
  check(options?: { readonly force?: boolean }): Promise<void>;
  fill(text: string): Promise<void>;
  blur(): Promise<void>;
  press(key: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  setInputFiles(file: string): Promise<void>;
  waitFor(options?: { readonly state?: 'visible' | 'detached' | 'hidden' }): Promise<void>;
  isVisible(): Promise<boolean>;
  textContent(): Promise<string | null>;
  inputValue(): Promise<string>;
  screenshot(): Promise<Buffer>;
}

export type Target = Finds<Target>;

/** A browser of one member, which shares nothing with others: tabs, cookies, stores. */
export type TabBrowser = {
  newPage(): Promise<Tab>;
  pages(): readonly Tab[];
  setOffline(offline: boolean): Promise<void>;
  close(): Promise<void>;
};
