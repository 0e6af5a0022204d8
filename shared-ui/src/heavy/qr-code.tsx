import { type ReactElement, useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around the code: without them a camera does not find it (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export type QrCodeProps = {
  readonly text: string;
  readonly label: string;
  /** Its size, which the place decides. */
  readonly className: string;
};

/** A QR code as one SVG path, black on white in either appearance: scanners want it so. */
export function QrCode({ text, label, className }: QrCodeProps): ReactElement {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
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
