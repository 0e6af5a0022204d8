import { Trans, useLingui } from '@lingui/react/macro';
import { SITE_LINKS } from '@portal/shared-contract';
import { LocaleLink, useLocale } from '@portal/shared-routing';
import { css } from '#css';
import { SITE_PAGE_TITLES } from '../routes.ts';
import { LanguageSwitch } from './language-switch.tsx';

/** The foot of every page: the terms, the operator's own pages where configured, the language. */
export function Footer() {
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
          {SITE_LINKS.map((name) => {
            const address = siteLinks?.[name];
            if (!address) return null;
            return address.startsWith('/') ? (
              <LocaleLink key={name} to={address} className={link}>
                {t(SITE_PAGE_TITLES[name])}
              </LocaleLink>
            ) : (
              <a key={name} href={address} rel="noopener" className={link}>
                {t(SITE_PAGE_TITLES[name])}
              </a>
            );
          })}
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
  // Who is signed out has none.
  'html:not(:has(header nav)) &': { pb: '0' },
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
