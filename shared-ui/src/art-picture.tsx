import { DESIGN_PICTURES_PATH } from '@portal/shared-contract';
import { artPicture } from '#styled/recipes/art-picture.js';

export type ArtPictureProps = {
  readonly designId: string;
  /** `card`: the whole picture. `home`: wider than it is high, and on a desktop still wider. */
  readonly cut: 'card' | 'home';
};

/** A design's picture, decorative, filling its container; where it does not come, the ground alone shows. */
export function ArtPicture({ designId, cut }: ArtPictureProps) {
  return (
    <picture key={designId} className={artPicture()}>
      {cut === 'home' && (
        <source media="(min-width: 64rem)" srcSet={addressOf(`${designId}.wide`)} />
      )}
      <img src={addressOf(designId)} alt="" />
    </picture>
  );
}

const addressOf = (picture: string): string =>
  `${window.portal.config.apiUrl}${DESIGN_PICTURES_PATH}/${encodeURIComponent(picture)}`;
