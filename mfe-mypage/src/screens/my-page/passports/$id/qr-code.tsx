import { type ReactElement, useMemo } from 'react';
import { encode } from 'uqr';
import { css } from '#css';

/** Light modules around the code: without them a camera does not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

type Props = { readonly text: string; readonly label: string };

/** A QR code as one SVG path, black on white in either appearance: scanners want it so. */
export function QrCode({ text, label }: Props): ReactElement {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={square}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}

const square = css({ display: 'block', width: 'full', height: 'auto', forcedColorAdjust: 'none' });
