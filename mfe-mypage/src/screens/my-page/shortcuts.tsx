import { Trans } from '@lingui/react/macro';
import { LocaleLink } from '@portal/shared-routing';
import { Card, Icon } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';

/** The way to the member's own data. */
export function Shortcuts(): ReactElement {
  return (
    <Card>
      <div className={row}>
        <span className={mark}>
          <Icon name="user" />
        </span>
        <span className={words}>
          <LocaleLink to="/account" className={link}>
            <Trans>Your account</Trans>
          </LocaleLink>
          <span className={note}>
            <Trans>Your details and how you sign in</Trans>
          </span>
        </span>
        <span className={arrow}>
          <Icon name="chevron-right" />
        </span>
      </div>
    </Card>
  );
}

const row = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '3',
  _hover: { '& a': { textDecoration: 'underline' } },
});
const mark = css({
  display: 'grid',
  placeItems: 'center',
  width: '10',
  height: '10',
  borderRadius: 'full',
  background: 'accent.soft',
  color: 'accent',
});
const words = css({ display: 'grid', gap: '0.5' });
const link = css({
  color: 'ink',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textUnderlineOffset: '0.2em',
  _after: { content: '""', position: 'absolute', inset: '0' },
});
const note = css({ textStyle: 'note', color: 'ink.muted' });
const arrow = css({ color: 'ink.muted' });
