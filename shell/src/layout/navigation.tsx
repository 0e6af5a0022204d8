import { useLingui } from '@lingui/react/macro';
import type { NavigationEntry } from '@portal/shared-contract';
import { LocaleLink, useLocale } from '@portal/shared-routing';
import { Icon } from '@portal/shared-ui';
import { css } from '#css';

type NavigationProps = {
  readonly barePath: string;
  /** By default those of the page. */
  readonly entries?: readonly NavigationEntry[];
};

/** Where the member is, and what else there is: below the page on a phone, in the header on a desktop. */
export function Navigation({
  barePath,
  entries = window.portal.navigation ?? [],
}: NavigationProps) {
  const { t } = useLingui();
  const locale = useLocale();
  // Of two that lead to the page or above it, the longer one.
  const [here] = entries
    .filter(({ to }) => barePath === to || barePath.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length);
  if (entries.length === 0) return null;
  return (
    <nav aria-label={t`Main pages`} className={bar}>
      {entries.map((entry) => (
        <LocaleLink
          key={entry.to}
          to={entry.to}
          aria-current={entry === here ? (entry.to === barePath ? 'page' : 'true') : undefined}
          className={link}
        >
          {entry.icon && <Icon name={entry.icon} />}
          <span>{entry[locale]}</span>
        </LocaleLink>
      ))}
    </nav>
  );
}

const bar = css({
  display: 'flex',
  position: { base: 'fixed', lg: 'static' },
  zIndex: 'header',
  insetInline: '0',
  insetBlockEnd: '0',
  px: { base: '2', lg: '0' },
  pb: { base: 'env(safe-area-inset-bottom)', lg: '0' },
  borderTop: { base: '1px solid token(colors.line)', lg: '0' },
  background: { base: 'surface', lg: 'transparent' },
  alignSelf: 'stretch',
  '@media print': { display: 'none' },
});
const link = css({
  position: 'relative',
  display: 'flex',
  flexDirection: { base: 'column', lg: 'row' },
  alignItems: 'center',
  justifyContent: 'center',
  flex: { base: '1 1 auto', lg: '0 0 auto' },
  minWidth: { base: '0', lg: 'target' },
  minHeight: { base: '16', _low: 'target' },
  px: { lg: '4' },
  textAlign: 'center',
  // With enlarged text as large as five letters find room in a quarter of the screen.
  fontSize: { base: 'min(token(fontSizes.sm), 5.1vw)', lg: 'md' },
  lineHeight: 'tight',
  color: 'ink.muted',
  textDecoration: 'none',
  '& svg': { display: { lg: 'none' } },
  _hover: { color: 'ink' },
  _focusVisible: { outlineOffset: '-4px' },
  '&[aria-current]': {
    color: { base: 'accent', lg: 'ink' },
    fontWeight: 'bold',
    _before: {
      content: '""',
      position: 'absolute',
      insetBlockStart: { base: '0', lg: 'auto' },
      insetBlockEnd: { lg: '2' },
      insetInline: { base: 'calc(50% - 1.125rem)', lg: '4' },
      height: '3px',
      background: 'currentColor',
      _forcedColors: { background: 'Highlight' },
    },
  },
});
