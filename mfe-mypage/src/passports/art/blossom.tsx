import type { ReactElement } from 'react';
import { css } from '#css';
import { ART_HEIGHT, ART_WIDTH, ArtFrame, type ArtProps } from './frame.tsx';

/** A notched petal that points up from the centre of its flower. Five petals make a flower. */
const PETAL = 'M0-2C-12-8-12-24-4-32L0-27L4-32C12-24 12-8 0-2Z';

type Flower = { readonly x: number; readonly y: number; readonly size: number };

const FLOWERS: readonly Flower[] = [
  { x: 118, y: 132, size: 1.15 },
  { x: 186, y: 172, size: 1.5 },
  { x: 262, y: 128, size: 0.9 },
  { x: 268, y: 216, size: 1.25 },
  { x: 344, y: 252, size: 1.05 },
  { x: 52, y: 108, size: 0.85 },
  { x: 210, y: 252, size: 0.8 },
  { x: 372, y: 188, size: 0.7 },
];
const FALLING = [
  { x: 84, y: 246, turn: 40 },
  { x: 132, y: 330, turn: 110 },
  { x: 302, y: 342, turn: -30 },
  { x: 226, y: 404, turn: 70 },
  { x: 52, y: 414, turn: -70 },
  { x: 350, y: 452, turn: 15 },
  { x: 150, y: 488, turn: -20 },
] as const;
const FIFTHS = [0, 72, 144, 216, 288] as const;

/** Cherry blossom with falling petals. */
export function Blossom({ cut }: ArtProps): ReactElement {
  return (
    <ArtFrame cut={cut} palette={palette}>
      <rect width={ART_WIDTH} height={ART_HEIGHT} fill="var(--art-air)" />
      <circle cx="206" cy="196" r="150" fill="var(--art-moon)" />
      <g fill="none" stroke="var(--art-branch)" strokeLinecap="round">
        <path d="M-20 62C70 92 120 150 200 178s120 40 220 96" strokeWidth="11" />
        <path d="M128 140C180 128 220 128 268 104M226 190c24 26 30 48 30 70" strokeWidth="6" />
        <path d="M318 222c26-8 44-22 62-44" strokeWidth="5" />
      </g>
      {FLOWERS.map(({ x, y, size }) => (
        <g key={x} transform={`translate(${x} ${y}) rotate(${x}) scale(${size})`}>
          {FIFTHS.map((turn) => (
            <path key={turn} d={PETAL} transform={`rotate(${turn})`} fill="var(--art-petal)" />
          ))}
          {FIFTHS.map((turn) => (
            <g key={turn} transform={`rotate(${turn + 36})`}>
              <path d="M0-3V-12" stroke="var(--art-heart)" strokeWidth="1.4" />
              <circle cy="-13" r="1.8" fill="var(--art-heart)" />
            </g>
          ))}
          <circle r="4" fill="var(--art-heart)" />
        </g>
      ))}
      {FALLING.map(({ x, y, turn }) => (
        <path
          key={x}
          d={PETAL}
          transform={`translate(${x} ${y}) rotate(${turn}) scale(0.75)`}
          fill="var(--art-petal)"
        />
      ))}
    </ArtFrame>
  );
}

const palette = css({
  '--art-air': { base: '#f6d3d6', _dark: '#3a2036' },
  '--art-moon': { base: '#fae4e1', _dark: '#4d2b45' },
  '--art-branch': { base: '#6b4a42', _dark: '#1f1220' },
  '--art-petal': { base: '#fffafa', _dark: '#f3b9c6' },
  '--art-heart': { base: '#c9506b', _dark: '#8f2f50' },
});
