import { Trans } from '@lingui/react/macro';
import type { PassportDesign } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { Icon } from '@portal/kit/ui';
import { FieldError, fieldId } from '@portal/kit/ui/forms';
import type { ReactElement } from 'react';
import { css } from '#css';
import { FieldLegend } from './field-legend.tsx';
import { PassportArt } from './passport-art.tsx';

type Props = {
  readonly designs: readonly PassportDesign[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly error?: string | undefined;
};

const NAME = 'design_id';

/** Radio buttons that show the catalogue's designs as cards. */
export function DesignChoice({ designs, value, onChange, error }: Props): ReactElement {
  const locale = useLocale();
  const id = fieldId(NAME);
  return (
    <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined}>
      <FieldLegend>
        <Trans>Design</Trans>
      </FieldLegend>
      <div className={grid}>
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
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}

const grid = css({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: 'repeat(auto-fill, minmax(7rem, 1fr))',
});
const option = css({
  position: 'relative',
  display: 'grid',
  alignContent: 'start',
  gap: '1.5',
  cursor: 'pointer',
  color: 'ink',
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
