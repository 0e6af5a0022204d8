import type { ReactElement } from 'react';
import { css } from '#css';
import { ART_HEIGHT, ART_WIDTH, ArtFrame, type ArtProps } from './frame.tsx';

const STARS = Array.from({ length: 46 }, (_, at) => ({
  x: (at * 137.5) % ART_WIDTH,
  y: (at * 83.7) % 330,
  r: 0.9 + ((at * 7) % 5) * 0.36,
}));
/** A four-pointed star. */
const SPARK = 'M0-13C1-3 3-1 13 0C3 1 1 3 0 13C-1 3-3 1-13 0C-3-1-1-3 0-13Z';
const LANTERNS = [
  { x: 72, y: 330, size: 1 },
  { x: 178, y: 378, size: 0.72 },
  { x: 318, y: 340, size: 0.9 },
  { x: 250, y: 442, size: 0.6 },
] as const;

/** A summer night with moon, stars and lanterns on the river. */
export function Night({ cut }: ArtProps): ReactElement {
  return (
    <ArtFrame cut={cut} palette={palette}>
      <rect width={ART_WIDTH} height={ART_HEIGHT} fill="var(--art-sky)" />
      <path d="M0 0H400V130C270 180 130 90 0 168z" fill="var(--art-high)" />
      {STARS.map(({ x, y, r }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="var(--art-star)" />
      ))}
      <g fill="var(--art-star)">
        <path d={SPARK} transform="translate(86 132)" />
        <path d={SPARK} transform="translate(210 108) scale(0.7)" />
        <path d={SPARK} transform="translate(356 236) scale(0.8)" />
      </g>
      <circle cx="282" cy="168" r="58" fill="var(--art-moon)" />
      <circle cx="258" cy="152" r="50" fill="var(--art-shade)" opacity="0.35" />
      <path d="M0 306c60-34 90 6 150-18s100-34 250 4v270H0z" fill="var(--art-hill)" />
      <path d="M0 380c90-22 150 16 230-4s120-8 170 0v184H0z" fill="var(--art-river)" />
      <g stroke="var(--art-glint)" strokeWidth="3" strokeLinecap="round" fill="none">
        <path d="M40 430h70M160 470h120M320 430h50M60 512h90M230 526h110" />
      </g>
      {LANTERNS.map(({ x, y, size }) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
          <ellipse cx="0" cy="44" rx="46" ry="9" fill="var(--art-glow)" opacity="0.35" />
          <path d="M-24-26H24L18 34H-18Z" fill="var(--art-glow)" />
          <path
            d="M-24-26H24M-18 34H18M-22-6H22M-20 14H20"
            stroke="var(--art-frame)"
            strokeWidth="3"
          />
        </g>
      ))}
    </ArtFrame>
  );
}

const palette = css({
  '--art-sky': { base: '#27346f', _dark: '#10163a' },
  '--art-high': { base: '#1f2a5e', _dark: '#0b102c' },
  '--art-star': { base: '#fdf3cf', _dark: '#f5e7b8' },
  '--art-moon': { base: '#f9e6a8', _dark: '#eed78f' },
  '--art-shade': { base: '#fff7da', _dark: '#f8e9b8' },
  '--art-hill': { base: '#1b2452', _dark: '#080c24' },
  '--art-river': { base: '#314387', _dark: '#182252' },
  '--art-glint': { base: '#5d72bd', _dark: '#33437f' },
  '--art-glow': { base: '#f6b25a', _dark: '#eaa24b' },
  '--art-frame': { base: '#a4572a', _dark: '#7a3d1c' },
});
