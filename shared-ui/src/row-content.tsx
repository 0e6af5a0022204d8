import { LocaleLink } from '@portal/shared-routing';
import type { ReactNode } from 'react';
import { row } from '#styled/recipes/row.js';
import { Icon, type IconName } from './icon.tsx';

export type RowContentProps = {
  /** Where there is none, the row has a bar in the color of what waits. */
  readonly icon?: IconName;
  readonly title: ReactNode;
  readonly note: ReactNode;
};

/** The content of a row that leads somewhere, laid out by `rowLayout`: icon, title with note, chevron. */
export function RowContent({ title, note, icon }: RowContentProps) {
  const styles = row();
  return (
    <>
      {icon ? (
        <span className={styles.mark}>
          <Icon name={icon} />
        </span>
      ) : (
        <span className={styles.bar} />
      )}
      <span className={styles.texts}>
        {title}
        <span className={styles.note}>{note}</span>
      </span>
      <span className={styles.arrow}>
        <Icon name="chevron-right" />
      </span>
    </>
  );
}

export type RowLinkProps = { readonly to: `/${string}`; readonly children: ReactNode };

/** The link of a row. It covers the whole row, which therefore is `position: relative`. */
export function RowLink({ to, children }: RowLinkProps) {
  return (
    <LocaleLink to={to} className={row().link}>
      {children}
    </LocaleLink>
  );
}

/** The class of the row around a `RowContent`. Enlarged text goes below the icon. */
export const rowLayout = (): string => row().root ?? '';
