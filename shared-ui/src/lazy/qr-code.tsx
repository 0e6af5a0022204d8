import { useMemo } from 'react';
import { encode } from 'uqr';

/** The width of the light margin in modules, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export type QrCodeProps = {
  readonly text: string;
  readonly label: string;
  /** A class that sets the size. */
  readonly className: string;
};

/** A QR code as one SVG path, black on white in both appearances, because scanners expect that. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="white" />
      <path d={path} fill="black" />
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
