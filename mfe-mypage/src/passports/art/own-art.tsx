import type { Draw } from '@portal/kit/ui/art';
import { ArtPicture } from '@portal/kit/ui/art-picture';
import { type ComponentProps, type ReactElement, use } from 'react';

export type ArtProps = Pick<ComponentProps<typeof ArtPicture>, 'cut'>;

/** Those of our own, each loaded when a passport shows it. */
const DRAWINGS = {
  waves: () => import('@portal/kit/ui/art/waves'),
  mountain: () => import('@portal/kit/ui/art/mountain'),
  blossom: () => import('@portal/kit/ui/art/blossom'),
  swallows: () => import('@portal/kit/ui/art/swallows'),
  night: () => import('@portal/kit/ui/art/night'),
  'hemp-leaf': () => import('@portal/kit/ui/art/hemp-leaf'),
};

export type OwnDesign = keyof typeof DRAWINGS;

export const isOwnDesign = (id: string): id is OwnDesign => Object.hasOwn(DRAWINGS, id);

/** A design that the portal draws. */
export function OwnArt({
  design,
  cut,
}: ArtProps & { readonly design: OwnDesign }): ReactElement | null {
  const draw = use(loadDrawing(design));
  // Without a connection the ground alone shows.
  if (!draw) return null;
  return <ArtPicture draw={draw} cut={cut} />;
}

const loaded = new Map<OwnDesign, Promise<Draw | undefined>>();

/** The same promise each time, as `use` needs it; one that failed is tried again at the next visit. */
function loadDrawing(design: OwnDesign): Promise<Draw | undefined> {
  const begun = loaded.get(design);
  if (begun) return begun;
  const drawing = DRAWINGS[design]().then(
    ({ draw }) => draw,
    () => {
      loaded.delete(design);
      return undefined;
    },
  );
  loaded.set(design, drawing);
  return drawing;
}
