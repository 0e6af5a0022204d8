import type { ComponentType, ReactElement } from 'react';
import { Blossom } from './art/blossom.tsx';
import type { ArtProps } from './art/frame.tsx';
import { HempLeaf } from './art/hemp-leaf.tsx';
import { Mountain } from './art/mountain.tsx';
import { Night } from './art/night.tsx';
import { Swallows } from './art/swallows.tsx';
import { Waves } from './art/waves.tsx';

/** The drawings by `design_id`; the catalogue itself, with its names, is the server's. */
const DRAWINGS: Readonly<Record<string, ComponentType<ArtProps>>> = {
  waves: Waves,
  mountain: Mountain,
  blossom: Blossom,
  swallows: Swallows,
  night: Night,
  'hemp-leaf': HempLeaf,
};

type Props = ArtProps & { readonly designId: string };

/** A pass' drawing. A design that came with a newer server is drawn as the first one. */
export function PassArt({ designId, cut }: Props): ReactElement {
  const Drawing = Object.hasOwn(DRAWINGS, designId) ? DRAWINGS[designId] : undefined;
  return Drawing ? <Drawing cut={cut} /> : <Waves cut={cut} />;
}
