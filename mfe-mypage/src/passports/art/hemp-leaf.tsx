import type { ReactElement } from 'react';
import { css } from '#css';
import { ART_HEIGHT, ART_WIDTH, ArtFrame, type ArtProps } from './frame.tsx';

/** Half the width of one hexagonal cell; the heights follow from it. */
const HALF = 40;
const THIRD = 23.094;
const ROW = THIRD * 3;

const CELLS = Array.from({ length: 10 }, (_, row) =>
  Array.from({ length: 7 }, (_, column) => ({
    x: column * HALF * 2 - (row % 2 === 0 ? 0 : HALF),
    y: row * ROW,
  })),
).flat();

/** One star: six leaves from the centre of a hexagon to its corners and sides. */
const STAR = sixTimes((turn) => {
  const corner = point(turn, THIRD * 2);
  const next = point(turn + 60, THIRD * 2);
  const heart = point(turn + 30, THIRD * 1.1547);
  return `M0 0L${corner}M0 0L${heart}M${corner}L${heart}L${next}M${corner}L${next}`;
});

/** Hemp leaves (asanoha), a traditional pattern for children. */
export function HempLeaf({ cut }: ArtProps): ReactElement {
  return (
    <ArtFrame cut={cut} palette={palette}>
      <rect width={ART_WIDTH} height={ART_HEIGHT} fill="var(--art-cloth)" />
      <path
        d="M400 0V400C300 420 280 300 200 290S90 210 130 120 260 60 250 0z"
        fill="var(--art-dyed)"
      />
      <circle cx="96" cy="338" r="86" fill="var(--art-spot)" />
      <g fill="none" stroke="var(--art-thread)" strokeWidth="2.2" strokeLinejoin="round">
        {CELLS.map(({ x, y }) => (
          <path key={`${x} ${y}`} d={STAR} transform={`translate(${x} ${y})`} />
        ))}
      </g>
    </ArtFrame>
  );
}

function point(degrees: number, distance: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(Math.cos(angle) * distance).toFixed(2)} ${(Math.sin(angle) * distance).toFixed(2)}`;
}

function sixTimes(part: (turn: number) => string): string {
  return [0, 60, 120, 180, 240, 300].map(part).join('');
}

const palette = css({
  '--art-cloth': { base: '#f0e6cf', _dark: '#26301f' },
  '--art-dyed': { base: '#c9d3a4', _dark: '#37482b' },
  '--art-spot': { base: '#e3b07c', _dark: '#6d4f2f' },
  '--art-thread': { base: '#6d7a48', _dark: '#93a269' },
});
