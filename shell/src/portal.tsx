import { I18nProvider } from '@lingui/react';
import { i18n } from '@portal/shared-i18n';
import { type DataRouter, RouterProvider } from '@portal/shared-routing';

/** The portal's root component. */
export function Portal({ router }: { readonly router: DataRouter }) {
  return (
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>
  );
}
