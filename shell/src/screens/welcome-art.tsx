import { Skeleton } from '@portal/shared-ui';
import { ArtPicture } from '@portal/shared-ui/art-picture';
import { type ReactElement, useEffect, useState } from 'react';
import { css } from '#css';

/**
 * The art of the ticket on the welcome page: the brand's first design. It comes after the words, in whose place nothing
 * moves: a first view is drawn by the build, which knows no brand.
 */
export function WelcomeArt(): ReactElement {
  const [isHere, setIsHere] = useState(false);
  useEffect(() => setIsHere(true), []);
  return (
    <div className={place}>
      {isHere ? (
        <ArtPicture designId={window.portal.config.brand.design} cut="home" />
      ) : (
        <Skeleton shape="fill" />
      )}
    </div>
  );
}

const place = css({
  position: 'absolute',
  inset: '0',
  // Until then the ground alone shows.
  '& > :not(picture)': { opacity: '0' },
  _forcedColors: { display: 'none' },
});
