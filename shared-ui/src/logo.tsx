import { useLingui } from '@lingui/react';
import { BRAND_MARK_PATH } from '@portal/shared-contract/brand-mark';
import { logo } from '#styled/recipes/logo.js';

/** @param compact hides the brand's name on a phone, where there is no room for it */
export type LogoProps = { readonly compact?: boolean };

export function Logo({ compact = false }: LogoProps) {
  const { i18n } = useLingui();
  const { name } = window.portal.config.brand;
  const styles = logo({ compact });
  return (
    <span className={styles.root}>
      <svg
        viewBox="0 0 32 32"
        aria-hidden="true"
        focusable="false"
        // The style sheet of a brand shows its own logo in this class.
        className={`brand-mark ${styles.mark}`}
      >
        <path fill="currentColor" d={BRAND_MARK_PATH} />
      </svg>
      <span className={styles.name}>{i18n.locale === 'en' ? name.en : name.ja}</span>
    </span>
  );
}
