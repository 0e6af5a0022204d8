import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Locale, PortalConfig } from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import { useEffect } from 'react';

/** `<page> · <brand>`, the brand in the page's language. */
export function pageTitle(page: string, brand: PortalConfig['brand'], locale: Locale): string {
  return `${page} · ${brand.name[locale]}`;
}

/** Names the page. Without a title the screen names itself by calling this. */
export function usePageTitle(title: MessageDescriptor | undefined): void {
  const { t } = useLingui();
  const locale = useLocale();
  useEffect(() => {
    if (title) document.title = pageTitle(t(title), window.portal.config.brand, locale);
  }, [title, locale, t]);
}
