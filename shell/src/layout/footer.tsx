import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SITE_LINKS, type SiteLink } from '@portal/shared-contract';
import { LocaleLink, useLocale } from '@portal/shared-routing';
import type { ReactElement } from 'react';
import { css } from '#css';
import { LanguageSwitch } from './language-switch.tsx';

const LABELS: Readonly<Record<SiteLink, MessageDescriptor>> = {
  company: msg`Company`,
  privacy: msg`Privacy policy`,
  commerceLaw: msg`Act on Specified Commercial Transactions`,
  contact: msg`Contact`,
  accessibility: msg`Accessibility`,
};

/** The foot of every page: the terms, the operator's own pages where configured, the language. */
export function Footer(): ReactElement {
  const { t } = useLingui();
  const { brand, siteLinks } = window.portal.config;
  const locale = useLocale();
  return (
    <footer className={bar}>
      <div className={row}>
        <nav aria-label={t`About this site`} className={links}>
          <LocaleLink to="/terms-of-service" className={link}>
            <Trans>Terms of service</Trans>
          </LocaleLink>
          {SITE_LINKS.map(
            (name) =>
              siteLinks?.[name] && (
                <a key={name} href={siteLinks[name]} rel="noopener" className={link}>
                  {t(LABELS[name])}
                </a>
              ),
          )}
          <LanguageSwitch />
        </nav>
        <p className={name}>© {brand.name[locale]}</p>
      </div>
    </footer>
  );
}

const bar = css({
  // Above the navigation of a phone.
  pb: { base: 'calc(4.5rem + env(safe-area-inset-bottom))', lg: '0' },
});
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  maxWidth: 'wide',
  mx: 'auto',
  px: { base: '5', lg: '8' },
  py: '6',
});
const links = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '4',
  rowGap: '1',
});
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'target',
  fontSize: 'sm',
  color: 'ink.muted',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
});
const name = css({ fontSize: 'sm', color: 'ink.muted' });
