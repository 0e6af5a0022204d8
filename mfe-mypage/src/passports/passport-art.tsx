import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import type { ArtProps } from './art/frame.tsx';

const drawing = <Name extends string, Props = ArtProps>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

const Waves = drawing(() => import('./art/waves.tsx'), 'Waves');

/**
 * The art of each `design_id`, loaded when a passport shows it. The server has the catalogue with the
 * designs' names.
 */
const DRAWINGS: Readonly<Record<string, ComponentType<ArtProps>>> = {
  waves: Waves,
  mountain: drawing(() => import('./art/mountain.tsx'), 'Mountain'),
  blossom: drawing(() => import('./art/blossom.tsx'), 'Blossom'),
  swallows: drawing(() => import('./art/swallows.tsx'), 'Swallows'),
  night: drawing(() => import('./art/night.tsx'), 'Night'),
  'hemp-leaf': drawing(() => import('./art/hemp-leaf.tsx'), 'HempLeaf'),
};

/** The picture of a design that only the brand has. */
const BrandArt = drawing(() => import('./art/brand-art.tsx'), 'BrandArt');

type Props = ArtProps & { readonly designId: string };

/**
 * A passport's art, as the background of its container. A design that this release does not know is the
 * brand's own, or has the waves (design §4.5).
 */
export function PassportArt({ designId, cut }: Props): ReactElement {
  const Drawing = Object.hasOwn(DRAWINGS, designId) ? DRAWINGS[designId] : undefined;
  return (
    <Suspense fallback={null}>
      {Drawing ? (
        <Drawing cut={cut} />
      ) : (
        <BrandArt key={designId} designId={designId} cut={cut} otherwise={<Waves cut={cut} />} />
      )}
    </Suspense>
  );
}
