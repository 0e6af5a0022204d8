import type { ReactElement } from 'react';
import { artPicture } from '#styled/recipes/art-picture.js';
import type { Draw, Theme } from './brush.ts';
import { CUTS, type CutName, drawn } from './index.ts';

type Props = {
  readonly draw: Draw;
  /** `card`: the whole drawing. `home`: wider than it is high, and on a desktop still wider. */
  readonly cut: 'card' | 'home';
};

/**
 * A design, filling its container in the colors of the appearance. A picture that is not displayed costs the
 * browser nothing, so both are there and the style sheet chooses.
 */
export function ArtPicture({ draw, cut }: Props): ReactElement {
  return (
    <>
      {(['light', 'dark'] as const).map((theme) => (
        <picture key={theme} className={artPicture()} data-theme={theme}>
          {cut === 'home' && (
            <source media="(min-width: 64rem)" srcSet={addressOf(draw, 'wide', theme)} />
          )}
          <img src={addressOf(draw, cut, theme)} alt="" {...CUTS[cut]} />
        </picture>
      ))}
    </>
  );
}

const addresses = new Map<Draw, Map<string, string>>();

/** The picture as an address. Drawing takes a moment, so each is drawn once. */
function addressOf(draw: Draw, cut: CutName, theme: Theme): string {
  const known = addresses.get(draw) ?? new Map<string, string>();
  addresses.set(draw, known);
  const key = `${cut} ${theme}`;
  const address =
    known.get(key) ?? `data:image/svg+xml,${encodeURIComponent(drawn(draw, cut, theme))}`;
  known.set(key, address);
  return address;
}
