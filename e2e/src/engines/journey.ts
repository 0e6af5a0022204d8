import type { Locale } from '@portal/shared-contract';
import type { Member } from '../support/members.ts';
import type { PageErrors } from '../support/page-errors.ts';
import type { Addresses, TestPortal } from '../support/portal.ts';
import type { Tab, TabBrowser } from './tab.ts';

/** What a member does, the same in every engine, size and language. */
export type Journey = (on: Stage) => Promise<void>;

/** What a journey starts from. */
type Stage = {
  readonly portal: Addresses & Pick<TestPortal, 'children'> & Partial<Pick<TestPortal, 'edge'>>;
  readonly locale: Locale;
  readonly browser: TabBrowser;
  readonly page: Tab;
  /** A member whom no other test knows, signed in nowhere; the profile is complete. */
  readonly member: Member;
  /** A browser of somebody else. */
  readonly openAnother: () => Promise<TabBrowser>;
  readonly errors: PageErrors;
};
