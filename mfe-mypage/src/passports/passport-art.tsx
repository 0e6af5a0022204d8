import { lazy, type ReactElement, Suspense } from 'react';
import { css } from '#css';
import { type ArtProps, isOwnDesign, OwnArt } from './art/own-art.tsx';

/** The picture of a design that only the brand has. */
const BrandArt = lazy(async () => ({ default: (await import('./art/brand-art.tsx')).BrandArt }));

type Props = ArtProps & { readonly designId: string };

/**
 * A passport's art, as the background of its container. A design that this release does not know is the
 * brand's own, or has the waves (design §4.5).
 */
export function PassportArt({ designId, cut }: Props): ReactElement {
  return (
    <span className={place} data-art="">
      <Suspense fallback={null}>
        {isOwnDesign(designId) ? (
          <OwnArt design={designId} cut={cut} />
        ) : (
          <BrandArt
            key={designId}
            designId={designId}
            otherwise={<OwnArt design="waves" cut={cut} />}
          />
        )}
      </Suspense>
    </span>
  );
}

const place = css({
  position: 'absolute',
  inset: '0',
  // Text on it gets a ground of the system's. In a choice of designs none lies on it.
  _forcedColors: { display: 'none', 'label &': { display: 'block' } },
});
