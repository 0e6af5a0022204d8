import { LocaleLink } from '@portal/shared-routing';
import { Icon, IconDisc, type IconDiscProps } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type FaceProps = IconDiscProps & { readonly title: ReactNode; readonly note: ReactNode };

/** The content of a row that leads somewhere, laid out by `rowLayout`: icon, title with note, chevron. */
export function RowContent({ title, note, ...icon }: FaceProps): ReactElement {
  return (
    <>
      <IconDisc {...icon} />
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

/** The class of the row around a `RowContent`. Enlarged text goes below the icon. */
export const rowLayout = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
});

const texts = css({
  display: 'grid',
  gap: '0.5',
  // Never so wide that the chevron has no room beside it.
  flex: '1 1 min(8rem, 100% - token(spacing.6) - token(spacing.3))',
  minWidth: '0',
});
const noteStyle = css({ textStyle: 'note', color: 'ink.muted' });
const arrow = css({ color: 'ink.muted' });
const link = css({
  color: 'ink',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textUnderlineOffset: '0.2em',
  _after: { content: '""', position: 'absolute', inset: '0' },
});
