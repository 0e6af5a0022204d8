import type { MessageDescriptor } from '@lingui/core';
import { pageTitle } from '@portal/shared-contract/brand-mark';
import { textsOf } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { useEffect } from 'react';

/**
 * Sets the document title. A screen without a title in its route row calls this itself.
 * @param title a text is in the page's language already; undefined leaves the title as it is
 * @param remote the remote whose title it is; undefined for the shell's own
 * @returns the title without the brand's name
 */
export function usePageTitle(
  title: MessageDescriptor | string | undefined,
  remote?: string,
): string | undefined {
  const locale = useLocale();
  const page = title && (typeof title === 'string' ? title : textsOf(remote)._(title));
  useEffect(() => {
    if (!page) return;
    document.title = pageTitle(page, window.portal.config.brand.name[locale]);
  }, [page, locale]);
  return page;
}
