import type { ReactElement } from 'react';
import { css } from '#css';
import { ART_HEIGHT, ART_WIDTH, ArtFrame, type ArtProps } from './frame.tsx';

/** A swallow that flies to the upper right, about 150 units wide. */
const BODY =
  'M74-38C50-36 36-24 22-10C6-30-26-52-76-58C-40-40-20-18-10 4C-26 18-50 34-92 46C-60 44-34 36-14 26C-26 44-40 58-66 78C-30 66-2 44 14 18C34 8 50-8 58-24Z';
const THROAT = 'M74-38C62-37 54-34 46-29C50-22 54-20 58-24Z';

const FLIGHT = [
  { x: 212, y: 176, size: 1.05, turn: 0 },
  { x: 86, y: 118, size: 0.42, turn: 14 },
  { x: 330, y: 272, size: 0.5, turn: -12 },
] as const;

/** Swallows over reeds. */
export function Swallows({ cut }: ArtProps): ReactElement {
  return (
    <ArtFrame cut={cut} palette={palette}>
      <rect width={ART_WIDTH} height={ART_HEIGHT} fill="var(--art-air)" />
      <path d="M0 336C90 300 150 350 230 322s120-30 170-12v250H0z" fill="var(--art-far)" />
      <path d="M0 404C110 372 190 420 270 392s100-16 130-8v176H0z" fill="var(--art-near)" />
      <g fill="none" stroke="var(--art-reed)" strokeLinecap="round" strokeWidth="5">
        {REEDS.map(({ x, height, bend }) => (
          <path
            key={x}
            d={`M${x} 560C${x} ${560 - height / 2} ${x + bend / 3} ${560 - height} ${x + bend} ${540 - height}`}
          />
        ))}
      </g>
      {FLIGHT.map(({ x, y, size, turn }) => (
        <g key={x} transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
          <path d={BODY} fill="var(--art-bird)" />
          <path d={THROAT} fill="var(--art-throat)" />
        </g>
      ))}
      <g fill="none" stroke="var(--art-wind)" strokeWidth="4" strokeLinecap="round">
        <path d="M20 232c40-12 70 8 108-4M266 108c40-14 66 8 112-6M30 300c24-8 40 4 66-2" />
      </g>
    </ArtFrame>
  );
}

const REEDS = Array.from({ length: 15 }, (_, at) => ({
  x: at * 29 - 4,
  height: 70 + ((at * 47) % 80),
  bend: ((at * 31) % 50) - 14,
}));

const palette = css({
  '--art-air': { base: '#d5e8e2', _dark: '#15292b' },
  '--art-far': { base: '#b3d3c8', _dark: '#1d3a3a' },
  '--art-near': { base: '#86b7a6', _dark: '#275049' },
  '--art-reed': { base: '#4f8b78', _dark: '#3d7566' },
  '--art-bird': { base: '#24306b', _dark: '#c9d3f5' },
  '--art-throat': { base: '#d95c3c', _dark: '#e5805f' },
  '--art-wind': { base: '#f3faf7', _dark: '#2f4f50' },
});
