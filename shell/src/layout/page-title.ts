import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { pageTitle } from '@portal/shared-contract/brand-mark';
import { useLocale } from '@portal/shared-routing';
import { useEffect } from 'react';

/**
 * Sets the document title. A screen without a title in its route row calls this itself.
 * @param title a text is in the page's language already; undefined leaves the title as it is
 */
export function usePageTitle(title: MessageDescriptor | string | undefined): void {
  const { t } = useLingui();
  const locale = useLocale();
  useEffect(() => {
    if (!title) return;
    const page = typeof title === 'string' ? title : t(title);
    document.title = pageTitle(page, window.portal.config.brand.name[locale]);
  }, [title, locale, t]);
}
