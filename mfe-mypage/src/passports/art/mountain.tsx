import { type ReactElement, useId } from 'react';
import { css } from '#css';
import { ART_HEIGHT, ART_WIDTH, ArtFrame, type ArtProps } from './frame.tsx';

/** A snow-capped mountain at daybreak above the clouds. */
export function Mountain({ cut }: ArtProps): ReactElement {
  const id = useId();
  return (
    <ArtFrame cut={cut} palette={palette}>
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--art-high)" />
          <stop offset="0.65" stopColor="var(--art-low)" />
        </linearGradient>
        <linearGradient id={`${id}-slope`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--art-slope)" />
          <stop offset="1" stopColor="var(--art-foot)" />
        </linearGradient>
      </defs>
      <rect width={ART_WIDTH} height={ART_HEIGHT} fill={`url(#${id}-sky)`} />
      <circle cx="92" cy="150" r="30" fill="var(--art-sun)" />
      <path
        d="M-60 470C70 410 130 270 176 162c6-12 12-14 22-14h28c10 0 16 2 22 14 46 108 96 248 226 308z"
        fill={`url(#${id}-slope)`}
      />
      <path
        d="M138 244c16-30 28-57 38-82 6-12 12-14 22-14h28c10 0 16 2 22 14 9 22 20 46 34 73l-20-12-13 26-17-30-14 42-15-44-16 33-13-28-17 38-10-28z"
        fill="var(--art-snow)"
      />
      <g fill="var(--art-cloud)">
        <path d="M-20 396c50-26 94-8 128-16 40-10 52-26 92-20 36 6 48 22 84 18 44-4 66-34 136-8v50H-20z" />
        <path
          d="M-20 440c60-20 110-2 160-12 50-8 70-20 118-10 50 10 90-14 162 2v152H-20z"
          opacity="0.85"
        />
      </g>
      <g fill="none" stroke="var(--art-cloud)" strokeWidth="8" strokeLinecap="round">
        <path d="M246 112h96M300 130h130M-10 202h72M30 220h44" opacity="0.75" />
      </g>
    </ArtFrame>
  );
}

const palette = css({
  '--art-high': { base: '#5b78b8', _dark: '#161c3a' },
  '--art-low': { base: '#f6c9b0', _dark: '#74507a' },
  '--art-sun': { base: '#fff1dc', _dark: '#f1d5b8' },
  '--art-slope': { base: '#3d4f86', _dark: '#2a3264' },
  '--art-foot': { base: '#6c7fb4', _dark: '#434a80' },
  '--art-snow': { base: '#ffffff', _dark: '#e6e8f6' },
  '--art-cloud': { base: '#fdeee4', _dark: '#8f7196' },
});
