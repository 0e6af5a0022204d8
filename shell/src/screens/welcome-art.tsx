import { DESIGN_PICTURES_PATH, FRONT_DESIGN } from '@portal/shared-contract';
import { Skeleton } from '@portal/shared-ui';
import type { Draw } from '@portal/shared-ui/art';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { css } from '#css';

type Art = {
  readonly draw: Draw;
  readonly Picture: ComponentType<{ readonly draw: Draw; readonly cut: 'home' }>;
};

/** The designs that the portal draws. */
const DRAWINGS: Readonly<Record<string, () => Promise<{ readonly draw: Draw }>>> = {
  waves: () => import('@portal/shared-ui/art/waves'),
  mountain: () => import('@portal/shared-ui/art/mountain'),
  blossom: () => import('@portal/shared-ui/art/blossom'),
  swallows: () => import('@portal/shared-ui/art/swallows'),
  night: () => import('@portal/shared-ui/art/night'),
  'hemp-leaf': () => import('@portal/shared-ui/art/hemp-leaf'),
};

/**
 * The art of the ticket on the welcome page: the brand's first design. It comes after the words, in whose place nothing
 * moves.
 */
export function WelcomeArt(): ReactElement {
  const { apiUrl, brand } = window.portal.config;
  const design = brand.design ?? FRONT_DESIGN;
  const drawing = DRAWINGS[design];
  const [art, setArt] = useState<Art>();
  useEffect(() => {
    // Without it the ground alone shows.
    if (drawing) loadArt(drawing).then(setArt, () => undefined);
  }, [drawing]);
  if (!drawing) {
    const address = `${apiUrl}${DESIGN_PICTURES_PATH}/${encodeURIComponent(design)}`;
    return <img src={address} alt="" className={`${place} ${picture}`} />;
  }
  return (
    <div className={place}>
      {art ? <art.Picture draw={art.draw} cut="home" /> : <Skeleton shape="fill" />}
    </div>
  );
}

async function loadArt(drawing: () => Promise<{ readonly draw: Draw }>): Promise<Art> {
  const [{ draw }, { ArtPicture }] = await Promise.all([
    drawing(),
    import('@portal/shared-ui/art-picture'),
  ]);
  return { draw, Picture: ArtPicture };
}

const place = css({
  position: 'absolute',
  inset: '0',
  '& > :not(picture)': { opacity: '0' },
  _forcedColors: { display: 'none' },
});
const picture = css({ boxSize: 'full', objectFit: 'cover', objectPosition: '50% 33%' });
