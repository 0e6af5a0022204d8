import { Trans } from '@lingui/react/macro';
import type { PassportDesign } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { Icon, VisuallyHidden } from '@portal/kit/ui';
import { useLayoutEffect, useRef } from 'react';
import { css } from '#css';
import { PassportArt } from './passport-art.tsx';

type Props = {
  readonly designs: readonly PassportDesign[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
};

const NAME = 'design_id';

/** Radio buttons that show the catalogue's designs as cards, in a row that can be scrolled. */
export function DesignChoice({ designs, value, onChange }: Props) {
  const locale = useLocale();
  const place = useRef<HTMLDivElement>(null);
  // What is chosen already may be far to the side.
  useLayoutEffect(() => {
    const chosen = place.current?.querySelector('input:checked')?.parentElement;
    place.current?.scrollTo({ left: chosen?.offsetLeft ?? 0 });
  }, []);
  return (
    <fieldset className={group}>
      <legend>
        <VisuallyHidden>
          <Trans>Design</Trans>
        </VisuallyHidden>
      </legend>
      <div ref={place} className={row}>
        {designs.map((design) => (
          <label key={design.id} className={option}>
            <input
              type="radio"
              name={NAME}
              value={design.id}
              checked={design.id === value}
              onChange={() => onChange(design.id)}
              required
              className={input}
            />
            <span className={picture}>
              <PassportArt designId={design.id} cut="card" />
              <span className={tick}>
                <Icon name="check" size="sm" />
              </span>
            </span>
            <span className={name}>{design.name[locale]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const group = css({ minWidth: '0' });
// To the edges of the page; inside, there is room for the ring around what is chosen.
const row = css({
  position: 'relative',
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: { base: '6rem', lg: 'minmax(6rem, 1fr)' },
  gap: '3',
  mx: '-5',
  px: '5',
  py: '2',
  overflowX: 'auto',
  scrollSnapType: 'x proximity',
  scrollPaddingInline: '5',
});
const option = css({
  position: 'relative',
  display: 'grid',
  alignContent: 'start',
  gap: '1.5',
  cursor: 'pointer',
  color: 'ink',
  scrollSnapAlign: 'start',
});
// The invisible radio button covers the whole card, and the card shows its checked and focus states.
const input = css({
  position: 'absolute',
  inset: '0',
  boxSize: 'full',
  m: '0',
  opacity: '0',
  cursor: 'pointer',
  '&:checked + span': {
    outline: '3px solid token(colors.accent)',
    outlineOffset: '2px',
    _forcedColors: { outlineColor: 'Highlight' },
  },
  '&:checked + span > span': { display: 'grid' },
  '&:checked ~ span:last-child': { fontWeight: 'bold' },
  '&:focus-visible + span': {
    outline: '3px solid token(colors.focus)',
    outlineOffset: '2px',
    boxShadow: '0 0 0 7px token(colors.accent.soft)',
  },
});
const picture = css({
  position: 'relative',
  display: 'block',
  aspectRatio: '5 / 7',
  overflow: 'hidden',
  borderRadius: 'lg',
  boxShadow: 'card',
});
const tick = css({
  position: 'absolute',
  insetInlineEnd: '2',
  insetBlockStart: '2',
  display: 'none',
  placeItems: 'center',
  boxSize: '8',
  borderRadius: 'full',
  background: 'accent',
  color: 'accent.on',
});
const name = css({ fontSize: 'sm', textAlign: 'center', lineHeight: 'tight' });
