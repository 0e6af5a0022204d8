import { DESIGN_PICTURES_PATH } from '@portal/kit/contract';
import { type ReactElement, useState } from 'react';
import { css } from '#css';

type Props = {
  readonly designId: string;
  /** Shown where the brand has no such picture. */
  readonly otherwise: ReactElement;
};

/** A picture of the brand, decorative like the portal's own art. It follows the theme by itself. */
export function BrandArt({ designId, otherwise }: Props): ReactElement {
  const [failed, setFailed] = useState(false);
  if (failed || !designId) return otherwise;
  return (
    <img
      src={`${window.portal.config.apiUrl}${DESIGN_PICTURES_PATH}/${encodeURIComponent(designId)}`}
      alt=""
      className={picture}
      onError={() => setFailed(true)}
    />
  );
}

const picture = css({ boxSize: 'full', objectFit: 'cover', objectPosition: '50% 33%' });
