import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

export type ArtProps = {
  /** `tall`: all of it, for the card itself. `wide`: the part that tells it, for a card in a row. */
  readonly cut: 'tall' | 'wide';
};

/** The drawing's own units: 5 to 7, as a playing card. */
export const ART_WIDTH = 400;
export const ART_HEIGHT = 560;

const CUTS = { tall: `0 0 ${ART_WIDTH} ${ART_HEIGHT}`, wide: '0 100 400 252' } as const;

type Props = ArtProps & {
  /** The class that sets the drawing's colours. */
  readonly palette: string;
  readonly children: ReactNode;
};

/** The ground of a pass' drawing. Only to look at: the design is named in words where one chooses. */
export function ArtFrame({ cut, palette, children }: Props): ReactElement {
  return (
    <svg
      viewBox={CUTS[cut]}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      className={`${ground} ${palette}`}
    >
      {children}
    </svg>
  );
}

const ground = css({
  display: 'block',
  position: 'absolute',
  inset: '0',
  width: 'full',
  height: 'full',
  animation: 'appear token(durations.normal) ease-out',
});
