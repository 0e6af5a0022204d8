import { useLingui } from '@lingui/react';
import type { BrandConfig } from '@portal/shared-contract';
import { BRAND_MARK_PATH } from '@portal/shared-contract/brand-mark';
import type { ReactElement } from 'react';
import { logo } from '#styled/recipes/logo.js';

export type LogoProps = {
  /** The brand; by default the page's. */
  readonly brand?: BrandConfig;
  /** Hides the brand's name on a phone, where there is no room for it. */
  readonly compact?: boolean;
};

/** The brand's mark and its name in the language of the page. */
export function Logo({
  brand = window.portal.config.brand,
  compact = false,
}: LogoProps): ReactElement {
  const { i18n } = useLingui();
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
      <span className={styles.name}>{i18n.locale === 'en' ? brand.name.en : brand.name.ja}</span>
    </span>
  );
}
