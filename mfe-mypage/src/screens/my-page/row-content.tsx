import { LocaleLink } from '@portal/shared-routing';
import { Icon, type IconName } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type MarkProps = { readonly icon: IconName; readonly tone?: 'accent' | 'warning' | 'success' };

/** An icon on a coloured disc. */
export function RowIcon({ icon, tone = 'accent' }: MarkProps): ReactElement {
  return (
    <span className={mark} data-tone={tone}>
      <Icon name={icon} />
    </span>
  );
}

type FaceProps = MarkProps & { readonly title: ReactNode; readonly note: ReactNode };

/** The content of a row that leads somewhere, in three columns: icon, title with note, chevron. */
export function RowContent({ title, note, ...icon }: FaceProps): ReactElement {
  return (
    <>
      <RowIcon {...icon} />
      <span className={texts}>
        {title}
        <span className={noteStyle}>{note}</span>
      </span>
      <span className={arrow}>
        <Icon name="chevron-right" />
      </span>
    </>
  );
}

type LinkProps = { readonly to: `/${string}`; readonly children: ReactNode };

/** The link of a row. It covers the whole row, which therefore is `position: relative`. */
export function RowLink({ to, children }: LinkProps): ReactElement {
  return (
    <LocaleLink to={to} className={link}>
      {children}
    </LocaleLink>
  );
}

const mark = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: '10',
  height: '10',
  borderRadius: 'full',
  '&[data-tone=accent]': { background: 'accent.soft', color: 'accent' },
  '&[data-tone=warning]': { background: 'warning.soft', color: 'warning' },
  '&[data-tone=success]': { background: 'success.soft', color: 'success' },
});
const texts = css({ display: 'grid', gap: '0.5' });
const noteStyle = css({ textStyle: 'note', color: 'ink.muted' });
const arrow = css({ color: 'ink.muted' });
const link = css({
  color: 'ink',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textUnderlineOffset: '0.2em',
  _after: { content: '""', position: 'absolute', inset: '0' },
});
