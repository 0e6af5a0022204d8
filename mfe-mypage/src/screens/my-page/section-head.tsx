import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type Props = {
  /** Names the section, and takes the focus when its content is asked for again (LoadProblem). */
  readonly id: string;
  readonly title: ReactNode;
  /** Stands at the end of the line: a link or a number. */
  readonly children: ReactNode;
};

/** The heading of a section of the home. */
export function SectionHead({ id, title, children }: Props): ReactElement {
  return (
    <div className={head}>
      <h2 id={id} tabIndex={-1} className={heading}>
        {title}
      </h2>
      {children}
    </div>
  );
}

const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  minHeight: '8',
});
const heading = css({ textStyle: 'heading', _focusVisible: { outline: 'none' } });
