import { Trans } from '@lingui/react/macro';
import { barePath } from '@portal/shared-i18n';
import { useLocation } from '@portal/shared-routing';
import { LinkButton, Page, PageHeading } from '@portal/shared-ui';
import type { ReactNode } from 'react';
import { css } from '#css';

type Props = {
  readonly heading: ReactNode;
  readonly children: ReactNode;
  /** A second action beside the link to the home page, such as Retry. */
  readonly action?: ReactNode;
};

/** The error screen: a title, a text and a button back to /my-page. */
export function ErrorScreen({ heading, children, action }: Props) {
  return (
    <Page>
      <div className={place} data-error-screen>
        <PageHeading>{heading}</PageHeading>
        <p>{children}</p>
        <div className={ways}>
          {action}
          <HomeLink />
        </div>
      </div>
    </Page>
  );
}

/** Leads to the home, but from there not back to what has failed. */
export function HomeLink() {
  if (barePath(useLocation().pathname) === '/my-page') return null;
  return (
    <LinkButton variant="outline" to="/my-page">
      <Trans>Back to Home</Trans>
    </LinkButton>
  );
}

const place = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  gap: '4',
  py: '8',
});
const ways = css({ display: 'flex', flexWrap: 'wrap', gap: '3', mt: '4' });
