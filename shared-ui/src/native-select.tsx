import { Trans } from '@lingui/react/macro';
import type { ComponentPropsWithRef } from 'react';
import { control } from '#styled/recipes/control.js';
import { field } from '#styled/recipes/field.js';
import { FieldFrame, type FieldProps, useControlTies } from './field.tsx';
import { Icon } from './icon.tsx';

export type NativeSelectProps = FieldProps &
  Omit<ComponentPropsWithRef<'select'>, 'className' | 'style' | 'id' | 'children'> & {
    readonly options: readonly { readonly value: string; readonly label: string }[];
  };

/** A choice from a list by the device's own picker. The first option is empty. */
export function NativeSelect(props: NativeSelectProps) {
  const { label, hint, error, required = false, options, ...select } = props;
  const ties = useControlTies({ hint, error, required }, select.name);
  return (
    <FieldFrame {...{ label, hint, error, required }} id={ties.id}>
      <div className={field().box}>
        <select {...select} {...ties} className={control({ kind: 'select' })}>
          <option value="">
            <Trans>Choose one</Trans>
          </option>
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
