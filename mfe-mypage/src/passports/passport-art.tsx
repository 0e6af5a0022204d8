import { ArtPicture, type ArtPictureProps } from '@portal/kit/ui/art-picture';
import type { ReactElement } from 'react';
import { css } from '#css';

/** A passport's art, as the background of its container (design §4.5). */
export function PassportArt(props: ArtPictureProps): ReactElement {
  return (
    <span className={place}>
      <ArtPicture {...props} />
    </span>
  );
}

const place = css({
  position: 'absolute',
  inset: '0',
  // Text on it gets a ground of the system's. In a choice of designs none lies on it.
  _forcedColors: { display: 'none', 'label &': { display: 'block' } },
});
