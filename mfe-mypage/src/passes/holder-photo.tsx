import { Icon } from '@portal/shared-ui';
import { type ReactElement, useState } from 'react';
import { css } from '#css';

type Props = {
  /** Address of the picture; good for some minutes, then it fails. */
  readonly src: string | null;
  readonly alt: string;
  readonly size: 'sm' | 'md' | 'lg';
};

/** The holder's photo, 3 to 4; a sign in its place where there is none or it cannot be fetched. */
export function HolderPhoto({ src, alt, size }: Props): ReactElement {
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
  borderColor: 'surface',
  background: 'sunken',
  color: 'ink.muted',
  width: '5.5rem',
  '&[data-size=sm]': { width: '3rem', borderRadius: 'sm', borderWidth: '2px' },
  '&[data-size=lg]': { width: '9rem' },
});
const picture = css({ width: 'full', height: 'full', objectFit: 'cover' });
