import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SiteLink } from '@portal/shared-contract';

/** What the operator's own pages are called, in the footer and as their headings. */
export const SITE_PAGE_TITLES: Readonly<Record<SiteLink, MessageDescriptor>> = {
  contact: msg`Contact`,
  faq: msg`Frequently asked questions`,
  company: msg`Company`,
  privacy: msg`Privacy policy`,
  'commerce-law': msg`Act on Specified Commercial Transactions`,
  accessibility: msg`Accessibility`,
};
