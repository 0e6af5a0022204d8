import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

export type ArtProps = {
  /** `tall`: the whole drawing. `wide`: its most recognisable part, for a card in a row. */
  readonly cut: 'tall' | 'wide';
};

/** The size of the drawing in its own units; the ratio is 5:7, like a playing card. */
export const ART_WIDTH = 400;
export const ART_HEIGHT = 560;

const CUTS = { tall: `0 0 ${ART_WIDTH} ${ART_HEIGHT}`, wide: '0 100 400 252' } as const;

type Props = ArtProps & {
  /** The class that sets the drawing's colours. */
  readonly palette: string;
  readonly children: ReactNode;
};

/** The frame of a design's art. It is decorative: the design's name is text where it is chosen. */
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

/** What all art has in common: it fills its container. */
export const ground = css({
  display: 'block',
  position: 'absolute',
  inset: '0',
  boxSize: 'full',
  animation: 'appear token(durations.normal) ease-out',
});
