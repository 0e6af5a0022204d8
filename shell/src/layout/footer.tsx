import { Trans, useLingui } from '@lingui/react/macro';
import { LocaleLink, useLocale } from '@portal/shared-routing';
import type { ReactElement } from 'react';
import { css } from '#css';
import { LanguageSwitch } from './language-switch.tsx';

export function Footer(): ReactElement {
  const { t } = useLingui();
  const { brand } = window.portal.config;
  const locale = useLocale();
  return (
    <footer className={bar}>
      <div className={row}>
        <nav aria-label={t`About this site`} className={links}>
          <LocaleLink to="/terms-of-service" className={link}>
            <Trans>Terms of service</Trans>
          </LocaleLink>
          <LanguageSwitch />
        </nav>
        <p className={name}>© {brand.name[locale]}</p>
      </div>
    </footer>
  );
}

const bar = css({ borderTop: '1px solid token(colors.line)', background: 'surface' });
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  maxWidth: 'wide',
  mx: 'auto',
  px: '4',
  py: '4',
});
const links = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'target',
  fontSize: 'sm',
  color: 'ink',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
});
const name = css({ fontSize: 'sm', color: 'ink.muted' });
