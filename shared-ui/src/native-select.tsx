import { useLingui } from '@lingui/react/macro';
import type { ComponentPropsWithRef, ReactElement } from 'react';
import { control } from '#styled/recipes/control.js';
import { field } from '#styled/recipes/field.js';
import { FieldFrame, type FieldProps, useControlTies } from './field.tsx';
import { Icon } from './icon.tsx';

export type Option = { readonly value: string; readonly label: string };

export type NativeSelectProps = FieldProps &
  Omit<ComponentPropsWithRef<'select'>, 'className' | 'style' | 'id' | 'children'> & {
    readonly options: readonly Option[];
    /** The text of the first, empty option; `false` leaves it out. */
    readonly placeholder?: string | false;
  };

/** A choice from a list by the device's own picker. */
export function NativeSelect(props: NativeSelectProps): ReactElement {
  const { label, hint, error, required = false, options, placeholder, ...select } = props;
  const { t } = useLingui();
  const ties = useControlTies({ hint, error, required }, select.name);
  return (
    <FieldFrame {...{ label, hint, error, required }} id={ties.id}>
      <div className={field().box}>
        <select {...select} {...ties} className={control({ kind: 'select' })}>
          {placeholder !== false && <option value="">{placeholder ?? t`Choose one`}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    </FieldFrame>
  );
}
