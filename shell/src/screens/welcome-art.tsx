import { Skeleton } from '@portal/shared-ui';
import type { Draw } from '@portal/shared-ui/art';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { css } from '#css';

type Art = {
  readonly draw: Draw;
  readonly Picture: ComponentType<{ readonly draw: Draw; readonly cut: 'home' }>;
};

/** The art of the ticket on the welcome page. It comes after the words, in whose place nothing moves. */
export function WelcomeArt(): ReactElement {
  const [art, setArt] = useState<Art>();
  useEffect(() => {
    // Without it the ground alone shows.
    loadArt().then(setArt, () => undefined);
  }, []);
  return (
    <div className={place}>
      {art ? <art.Picture draw={art.draw} cut="home" /> : <Skeleton shape="fill" />}
    </div>
  );
}

async function loadArt(): Promise<Art> {
  const [{ draw }, { ArtPicture }] = await Promise.all([
    import('@portal/shared-ui/art/mountain'),
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
