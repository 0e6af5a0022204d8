import type { ReactElement } from 'react';
import { css } from '#css';

/** A passport card over hills and a rising sun, as inline SVG, so that no image is fetched. */
export function WelcomeArt(): ReactElement {
  return (
    <svg viewBox="0 0 400 300" className={art} aria-hidden="true">
      <rect
        className={backCard}
        x="52"
        y="26"
        width="300"
        height="190"
        rx="18"
        transform="rotate(7 200 120)"
      />
      <g transform="rotate(-4 200 160)">
        <rect className={card} x="46" y="62" width="308" height="194" rx="18" />
        <circle className={sun} cx="286" cy="128" r="34" />
        <path
          className={far}
          d="M46 196 C 96 150 136 150 182 186 C 226 150 270 140 354 190 L 354 238 Q 354 256 336 256 L 64 256 Q 46 256 46 238 Z"
        />
        <path
          className={near}
          d="M46 222 C 110 190 168 196 214 220 C 262 198 306 200 354 216 L 354 238 Q 354 256 336 256 L 64 256 Q 46 256 46 238 Z"
        />
        <rect className={mark} x="70" y="88" width="44" height="44" rx="12" />
        <path className={check} d="M81 110 l9 9 l15 -18" />
        <rect className={text} x="128" y="94" width="84" height="10" rx="5" />
        <rect className={faint} x="128" y="114" width="58" height="8" rx="4" />
      </g>
    </svg>
  );
}

// On a phone the art is above the text and leaves room for the buttons on the first screen.
const art = css({
  order: { base: '-1', lg: '0' },
  display: 'block',
  width: 'full',
  maxWidth: { base: '14rem', lg: '28rem' },
  height: 'auto',
  mx: { base: '0', lg: 'auto' },
});
const backCard = css({ fill: { base: 'accent.soft', _dark: 'sunken' } });
const card = css({ fill: { base: 'accent', _dark: 'accent.soft' } });
const sun = css({ fill: { base: 'warning.soft', _dark: 'warning' } });
const far = css({ fill: { base: 'accent.hover', _dark: 'accent' }, opacity: { _dark: '0.35' } });
const near = css({ fill: { base: 'accent.soft', _dark: 'accent' }, opacity: '0.35' });
const mark = css({ fill: { base: 'accent.on', _dark: 'accent' } });
const check = css({
  fill: 'none',
  stroke: { base: 'accent', _dark: 'accent.on' },
  strokeWidth: '5px',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});
const text = css({ fill: { base: 'accent.on', _dark: 'accent' } });
const faint = css({ fill: { base: 'accent.on', _dark: 'accent' }, opacity: '0.6' });
