import { Portal } from '@ark-ui/react/portal';
import { Select as ArkSelect, createListCollection } from '@ark-ui/react/select';
import { useLingui } from '@lingui/react/macro';
import { type ReactElement, useMemo } from 'react';
import { control } from '#styled/recipes/control.js';
import { field } from '#styled/recipes/field.js';
import { menu } from '#styled/recipes/menu.js';
import { FieldError, FieldHint, type FieldProps, RequiredMark, useControlTies } from '../field.tsx';
import { Icon } from '../icon.tsx';
import type { Option } from '../native-select.tsx';

export type SelectProps = FieldProps & {
  readonly name: string;
  readonly options: readonly Option[];
  readonly value?: string;
  readonly defaultValue?: string;
  readonly placeholder?: string;
  readonly onChange?: (value: string) => void;
};

/** A choice from a long list, found by typing its first letters. For short lists use NativeSelect. */
export function Select(props: SelectProps): ReactElement {
  const { label, hint, error, required = false, name, options, placeholder, onChange } = props;
  const { t } = useLingui();
  const ties = useControlTies({ hint, error, required }, name);
  const collection = useMemo(() => createListCollection({ items: [...options] }), [options]);
  const frame = field();
  const list = menu();
  return (
    <ArkSelect.Root
      collection={collection}
      name={name}
      required={required}
      invalid={Boolean(error)}
      ids={{ trigger: ties.id }}
      className={frame.root}
      onValueChange={({ value: [chosen = ''] }) => onChange?.(chosen)}
      positioning={{ sameWidth: true, offset: { mainAxis: 6 } }}
      {...(props.value === undefined ? {} : { value: props.value ? [props.value] : [] })}
      {...(props.defaultValue ? { defaultValue: [props.defaultValue] } : {})}
    >
      <ArkSelect.Label className={frame.label}>
        {label} {required && <RequiredMark />}
      </ArkSelect.Label>
      {hint && <FieldHint id={ties.id}>{hint}</FieldHint>}
      <ArkSelect.Control className={frame.box}>
        <ArkSelect.Trigger
          aria-describedby={ties['aria-describedby']}
          aria-invalid={ties['aria-invalid']}
          className={control({ kind: 'select' })}
        >
          <ArkSelect.ValueText placeholder={placeholder ?? t`Choose one`} />
        </ArkSelect.Trigger>
        <Icon name="chevron-down" />
      </ArkSelect.Control>
      {error && <FieldError id={ties.id}>{error}</FieldError>}
      <Portal>
        <ArkSelect.Positioner className={list.place}>
          <ArkSelect.Content className={list.content}>
            {collection.items.map((item) => (
              <ArkSelect.Item key={item.value} item={item} className={list.item}>
                <ArkSelect.ItemText>{item.label}</ArkSelect.ItemText>
                <ArkSelect.ItemIndicator className={list.mark}>
                  <Icon name="check" size="sm" />
                </ArkSelect.ItemIndicator>
              </ArkSelect.Item>
            ))}
          </ArkSelect.Content>
        </ArkSelect.Positioner>
      </Portal>
      <ArkSelect.HiddenSelect />
    </ArkSelect.Root>
  );
}
