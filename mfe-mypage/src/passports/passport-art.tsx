import { ArtPicture, type ArtPictureProps } from '@portal/kit/ui/art-picture';
import { css } from '#css';

/** A passport's art, as the background of its container (design §4.5). */
export function PassportArt(props: ArtPictureProps) {
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

/** The ground below the art of each design (`data-design`), and secondary text on it; else those of the brand. */
export const grounds = css({
  '--ground': 'token(colors.fixed.ground)',
  '--faint': 'token(colors.fixed.faint)',
  '&[data-design=mountain]': { '--ground': '#171b4d' },
  '&[data-design=waves]': { '--ground': '#0a2142', '--faint': '#c6dbe6' },
  '&[data-design=swallows]': { '--ground': '#0f3d38', '--faint': '#c4e2da' },
  '&[data-design=blossom]': { '--ground': '#3a1838', '--faint': '#ecd0e2' },
  '&[data-design=night]': { '--ground': '#12143f' },
  '&[data-design=hemp-leaf]': { '--ground': '#0a2f2a', '--faint': '#c9e0d6' },
  background: 'var(--ground)',
  color: 'fixed.white',
});
