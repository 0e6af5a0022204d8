import { Icon } from '@portal/kit/ui';
import { useState } from 'react';
import { css } from '#css';

type Props = {
  /** The signed address of the photo; it expires after five to ten minutes. */
  readonly src: string | null;
  readonly alt: string;
  readonly size: 'sm' | 'md' | 'lg';
};

/** The holder's photo in the ratio 3:4, or an icon where there is none or it cannot be loaded. */
export function HolderPhoto({ src, alt, size }: Props) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={frame} data-size={size}>
      {src && failed !== src ? (
        <img src={src} alt={alt} className={picture} onError={() => setFailed(src)} />
      ) : (
        <Icon name="user" size={size === 'sm' ? 'md' : 'lg'} />
      )}
    </span>
  );
}

const frame = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  aspectRatio: '3 / 4',
  overflow: 'hidden',
  borderRadius: 'md',
  borderWidth: '3px',
  borderColor: 'fixed.white',
  background: 'sunken',
  color: 'ink.muted',
  width: '4.5rem',
  '&[data-size=sm]': { width: '3rem', borderRadius: 'sm', borderWidth: '2px' },
  '&[data-size=lg]': { width: '9rem' },
});
const picture = css({ boxSize: 'full', objectFit: 'cover' });
