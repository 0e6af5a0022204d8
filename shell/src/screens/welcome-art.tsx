import { ArtPicture } from '@portal/shared-ui/art-picture';
import type { ReactElement } from 'react';
import { css } from '#css';

/** The art of the ticket on the welcome page: the brand's first design. */
export function WelcomeArt(): ReactElement {
  return (
    <div className={place}>
      <ArtPicture designId={window.portal.config.brand.design} cut="home" />
    </div>
  );
}

const place = css({ position: 'absolute', inset: '0', _forcedColors: { display: 'none' } });
