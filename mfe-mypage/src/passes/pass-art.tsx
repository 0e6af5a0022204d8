import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import type { ArtProps } from './art/frame.tsx';

const drawing = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<ArtProps>>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

const Waves = drawing(() => import('./art/waves.tsx'), 'Waves');

/**
 * The drawings by `design_id`, each fetched when a pass shows it; the catalogue itself, with its
 * names, is the server's.
 */
const DRAWINGS: Readonly<Record<string, ComponentType<ArtProps>>> = {
  waves: Waves,
  mountain: drawing(() => import('./art/mountain.tsx'), 'Mountain'),
  blossom: drawing(() => import('./art/blossom.tsx'), 'Blossom'),
  swallows: drawing(() => import('./art/swallows.tsx'), 'Swallows'),
  night: drawing(() => import('./art/night.tsx'), 'Night'),
  'hemp-leaf': drawing(() => import('./art/hemp-leaf.tsx'), 'HempLeaf'),
};

type Props = ArtProps & { readonly designId: string };

/**
 * A pass' drawing, behind whatever stands on it. A design that came with a newer server is drawn as
 * the waves.
 */
export function PassArt({ designId, cut }: Props): ReactElement {
  const Drawing = Object.hasOwn(DRAWINGS, designId) ? DRAWINGS[designId] : undefined;
  return (
    <Suspense fallback={null}>{Drawing ? <Drawing cut={cut} /> : <Waves cut={cut} />}</Suspense>
  );
}
