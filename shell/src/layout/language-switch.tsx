import type { Locale } from '@portal/shared-contract';
import { barePath, rememberLocale } from '@portal/shared-i18n';
import { LocaleLink, useLocale, useLocation } from '@portal/shared-routing';
import { css } from '#css';

/** Each language is named in that language. */
const NAMES: Readonly<Record<Locale, string>> = { ja: '日本語', en: 'English' };

/** A link to the same page in the other language; the choice is remembered. */
export function LanguageSwitch() {
  const { pathname, search, hash } = useLocation();
  const other: Locale = useLocale() === 'ja' ? 'en' : 'ja';
  return (
    <LocaleLink
      to={barePath(pathname) + search + hash}
      locale={other}
      lang={other}
      hrefLang={other}
      onClick={() => rememberLocale(other)}
      className={link}
    >
      {NAMES[other]}
    </LocaleLink>
  );
}

const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 'target',
  px: '3',
  // Its words begin and end where others do.
  marginInline: '-12px',
  whiteSpace: 'nowrap',
  borderRadius: 'md',
  fontSize: 'sm',
  color: 'ink',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  _hover: { background: 'sunken' },
});
