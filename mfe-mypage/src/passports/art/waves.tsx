import type { ReactElement } from 'react';
import { css } from '#css';
import { ART_HEIGHT, ART_WIDTH, ArtFrame, type ArtProps } from './frame.tsx';

/** Radius of one wave. Rows overlap and lie half a radius apart. */
const RADIUS = 50;
const FIRST_ROW_Y = 300;
const RINGS = [50, 38, 26, 14] as const;

const ROWS = Array.from({ length: 12 }, (_, row) => FIRST_ROW_Y + (row * RADIUS) / 2);

/** Blue sea waves (seigaiha) under a morning sun. */
export function Waves({ cut }: ArtProps): ReactElement {
  return (
    <ArtFrame cut={cut} palette={palette}>
      <rect width={ART_WIDTH} height={ART_HEIGHT} fill="var(--art-sky)" />
      <circle cx="268" cy="186" r="74" fill="var(--art-sun)" />
      <g fill="none" stroke="var(--art-haze)" strokeWidth="7" strokeLinecap="round">
        <path d="M20 150h120M168 150h26M70 182h74M300 226h150M10 226h60" />
      </g>
      {ROWS.map((y, row) => (
        <g key={y} strokeWidth="2.5" stroke="var(--art-line)">
          {columns(row).map((x) =>
            RINGS.map((radius, ring) => (
              <circle
                key={`${x} ${radius}`}
                cx={x}
                cy={y}
                r={radius}
                fill={ring % 2 === 0 ? 'var(--art-sea)' : 'var(--art-foam)'}
              />
            )),
          )}
        </g>
      ))}
    </ArtFrame>
  );
}

/** Every second row is shifted by half a wave. */
const columns = (row: number) =>
  Array.from({ length: 6 }, (_, at) => at * RADIUS * 2 - (row % 2 === 0 ? 0 : RADIUS));

const palette = css({
  '--art-sky': { base: '#f7e9d2', _dark: '#1b2440' },
  '--art-sun': { base: '#e2603f', _dark: '#d9704f' },
  '--art-haze': { base: '#fdf7ec', _dark: '#2b3761' },
  '--art-line': { base: '#f7efe0', _dark: '#0f1730' },
  '--art-sea': { base: '#2b4a8f', _dark: '#2d4a8c' },
  '--art-foam': { base: '#7f9fd6', _dark: '#6f8fcb' },
});
