import { LocaleLink } from '@portal/kit/routing';
import { Icon, type IconName } from '@portal/kit/ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type FaceProps = {
  /** Where there is none, the row has a bar in the color of what waits. */
  readonly icon?: IconName;
  readonly title: ReactNode;
  readonly note: ReactNode;
};

/** The content of a row that leads somewhere, laid out by `rowLayout`: icon, title with note, chevron. */
export function RowContent({ title, note, icon }: FaceProps): ReactElement {
  return (
    <>
      {icon ? (
        <span className={mark}>
          <Icon name={icon} />
        </span>
      ) : (
        <span className={bar} />
      )}
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
const mark = css({ display: 'inline-flex', color: 'ink.muted' });
const bar = css({
  alignSelf: 'stretch',
  minHeight: '10',
  width: '1',
  borderRadius: 'full',
  background: 'danger',
  _forcedColors: { background: 'Highlight' },
});
const arrow = css({ color: 'outline' });
const link = css({
  color: 'ink',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textUnderlineOffset: '0.2em',
  _after: { content: '""', position: 'absolute', inset: '0' },
});
