import { Combobox as ArkCombobox, createListCollection } from '@ark-ui/react/combobox';
import { Portal } from '@ark-ui/react/portal';
import { Trans } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { control } from '#styled/recipes/control.js';
import { field } from '#styled/recipes/field.js';
import { menu } from '#styled/recipes/menu.js';
import { FieldError, FieldHint, type FieldProps, RequiredMark, useControlTies } from '../field.tsx';
import { Icon } from '../icon.tsx';

export type ComboboxOption = {
  readonly value: string;
  readonly label: string;
  /** The text that queries are matched against, normalised as `search` normalises a query. */
  readonly words: string;
};

export type ComboboxProps = FieldProps & {
  readonly name: string;
  readonly options: readonly ComboboxOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Normalises what is typed in the same way as the options' `words`. */
  readonly search: (typed: string) => string;
};

export function Combobox(props: ComboboxProps) {
  const { label, hint, error, required = false, name, options, value, onChange, search } = props;
  const [query, setQuery] = useState('');
  const ties = useControlTies({ hint, error, required }, name);
  const collection = useMemo(() => {
    const wanted = search(query);
    return createListCollection({
      items: options.filter(({ words }) => words.includes(wanted)),
    });
  }, [options, query, search]);
  const frame = field();
  const list = menu();
  return (
    <ArkCombobox.Root
      collection={collection}
      ids={{ input: ties.id }}
      value={value ? [value] : []}
      onValueChange={({ value: [chosen] }) => chosen && onChange(chosen)}
      onInputValueChange={({ inputValue, reason }) =>
        setQuery(reason === 'input-change' ? inputValue : '')
      }
      onOpenChange={({ open }) => !open && setQuery('')}
      openOnClick
      // A long list in a closed box costs 250 rows at each key typed anywhere in the form.
      lazyMount
      unmountOnExit
      invalid={Boolean(error)}
      required={required}
      className={frame.root}
      positioning={{ sameWidth: false, offset: { mainAxis: 6 }, placement: 'bottom-start' }}
    >
      <ArkCombobox.Label className={frame.label}>
        {label} {required && <RequiredMark />}
      </ArkCombobox.Label>
      {hint && <FieldHint id={ties.id}>{hint}</FieldHint>}
      <ArkCombobox.Control className={frame.box}>
        <ArkCombobox.Input
          aria-describedby={ties['aria-describedby']}
          aria-invalid={ties['aria-invalid']}
          onFocus={(event) => event.currentTarget.select()}
          className={control({ kind: 'select' })}
        />
        <Icon name="chevron-down" />
      </ArkCombobox.Control>
      {error && <FieldError id={ties.id}>{error}</FieldError>}
      <Portal>
        <ArkCombobox.Positioner className={list.place}>
          <ArkCombobox.Content className={list.content}>
            {collection.items.map((item) => (
              <ArkCombobox.Item key={item.value} item={item} className={list.item}>
                <ArkCombobox.ItemText>{item.label}</ArkCombobox.ItemText>
                <ArkCombobox.ItemIndicator className={list.mark}>
                  <Icon name="check" size="sm" />
                </ArkCombobox.ItemIndicator>
              </ArkCombobox.Item>
            ))}
            <ArkCombobox.Empty className={list.item}>
              <Trans>Nothing found</Trans>
            </ArkCombobox.Empty>
          </ArkCombobox.Content>
        </ArkCombobox.Positioner>
      </Portal>
    </ArkCombobox.Root>
  );
}
