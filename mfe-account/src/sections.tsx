import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { barePath } from '@portal/kit/i18n';
import { LocaleLink, useLocation } from '@portal/kit/routing';
import { Icon, Page, PageHeading } from '@portal/kit/ui';
import type { ReactNode } from 'react';
import { css } from '#css';

const SECTIONS = [
  { to: '/account', label: msg`Profile`, icon: 'user' },
  { to: '/account/security', label: msg`Sign-in and security`, icon: 'shield' },
  { to: '/account/settings', label: msg`Notifications and display`, icon: 'settings' },
] as const;

type Props = {
  /** The section that a page below one belongs to; by default the page is one itself. */
  readonly section?: (typeof SECTIONS)[number]['to'];
  readonly heading?: ReactNode;
  readonly children: ReactNode;
};

/** One of the account's sections. On a desktop the others stand beside it; on a phone the first one leads to them. */
export function SectionPage({ section, heading, children }: Props) {
  const { t } = useLingui();
  const here = barePath(useLocation().pathname);
  return (
    <Page width="wide">
      <div className={columns}>
        <nav aria-label={t`Sections of the account`} className={rail}>
          {SECTIONS.map(({ to, label, icon }) => (
            <LocaleLink
              key={to}
              to={to}
              aria-current={to === here ? 'page' : to === section ? 'true' : undefined}
              className={link}
            >
              <Icon name={icon} />
              {t(label)}
            </LocaleLink>
          ))}
        </nav>
        <div className={content}>
          {heading && <PageHeading>{heading}</PageHeading>}
          {children}
        </div>
      </div>
    </Page>
  );
}

const columns = css({
  display: 'grid',
  columnGap: '16',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '17rem minmax(0, 46rem)' },
  // Room for what stands beside the content.
  '@media (min-width: 80rem)': { columnGap: '10', gridTemplateColumns: '15rem minmax(0, 1fr)' },
});
const rail = css({ display: { base: 'none', lg: 'grid' }, position: 'sticky', top: '6rem' });
const link = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '12',
  px: '4',
  borderRadius: 'md',
  color: 'ink.muted',
  textDecoration: 'none',
  _hover: { background: 'sunken' },
  '&[aria-current]': { background: 'accent.soft', color: 'accent', fontWeight: 'bold' },
});
/** What has `data-aside` stands among the rest on a phone, and beside it where there is room. */
const content = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '6',
  '@media (min-width: 80rem)': {
    gridTemplateColumns: 'minmax(0, 46rem)',
    '&:has(> [data-aside])': {
      gridTemplateColumns: 'minmax(0, 46rem) minmax(0, 18rem)',
      columnGap: '10',
      '& > *': { gridColumn: '1' },
      '& > [data-aside]': { gridColumn: '2', gridRow: '1 / span 9', alignSelf: 'start' },
    },
  },
});
