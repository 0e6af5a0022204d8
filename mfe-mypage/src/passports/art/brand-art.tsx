import { DESIGN_PICTURES_PATH } from '@portal/shared-contract';
import { type ReactElement, useState } from 'react';
import { css } from '#css';
import { type ArtProps, ground } from './frame.tsx';

type Props = ArtProps & {
  readonly designId: string;
  /** Shown where the brand has no such picture. */
  readonly otherwise: ReactElement;
};

/** A picture of the brand, decorative like the portal's own art. It follows the theme by itself. */
export function BrandArt({ designId, cut, otherwise }: Props): ReactElement {
  const [failed, setFailed] = useState(false);
  if (failed || !designId) return otherwise;
  return (
    <img
      src={`${window.portal.config.apiUrl}${DESIGN_PICTURES_PATH}/${encodeURIComponent(designId)}`}
      alt=""
      data-cut={cut}
      className={`${ground} ${picture}`}
      onError={() => setFailed(true)}
    />
  );
}

// In a row of cards, the part that the portal's own art shows too.
const picture = css({ objectFit: 'cover', '&[data-cut=wide]': { objectPosition: '50% 33%' } });
