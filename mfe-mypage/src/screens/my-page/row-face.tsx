import { LocaleLink } from '@portal/shared-routing';
import { Icon, type IconName } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type MarkProps = { readonly icon: IconName; readonly tone?: 'accent' | 'warning' | 'success' };

/** A picture on a disc. */
export function RowMark({ icon, tone = 'accent' }: MarkProps): ReactElement {
  return (
    <span className={mark} data-tone={tone}>
      <Icon name={icon} />
    </span>
  );
}

type FaceProps = MarkProps & { readonly title: ReactNode; readonly note: ReactNode };

/** What a row to press shows, in three columns: a mark, what it is about, an arrow. */
export function RowFace({ title, note, ...ofMark }: FaceProps): ReactElement {
  return (
    <>
      <RowMark {...ofMark} />
      <span className={words}>
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

/** The link of a row, which names it. The whole row answers to a tap: it is `position: relative`. */
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
const words = css({ display: 'grid', gap: '0.5' });
const noteStyle = css({ textStyle: 'note', color: 'ink.muted' });
const arrow = css({ color: 'ink.muted' });
const link = css({
  color: 'ink',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textUnderlineOffset: '0.2em',
  _after: { content: '""', position: 'absolute', inset: '0' },
});
