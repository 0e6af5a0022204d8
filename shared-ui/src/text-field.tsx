import { useLingui } from '@lingui/react/macro';
import {
  type ChangeEvent,
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { control } from '#styled/recipes/control.js';
import { field } from '#styled/recipes/field.js';
import { FieldFrame, type FieldProps, useControlTies } from './field.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type InputProps = Omit<
  ComponentPropsWithRef<'input'>,
  'className' | 'style' | 'id' | 'prefix' | 'size'
>;

export type TextFieldProps = FieldProps &
  InputProps & {
    readonly prefix?: ReactNode;
    readonly suffix?: ReactNode;
    /** Shows how much of `maxLength` is used. The schema enforces the limit. */
    readonly counter?: boolean;
  };

/** A text field of one line. Set `type`, `inputMode` and `autoComplete` for its purpose (design §6.2). */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, hint, error, required, prefix, suffix, counter, maxLength, onChange, ...input } =
    props;
  const ties = useControlTies({ hint, error, required: required ?? false }, input.name);
  const count = useLength(input.value ?? input.defaultValue);
  const styles = field();
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    count.read(event.target.value);
    onChange?.(event);
  };
  return (
    <FieldFrame
      {...{ label, hint, error, required: required ?? false }}
      id={ties.id}
      foot={counter && maxLength ? <Counter used={count.length} most={maxLength} /> : undefined}
    >
      <div className={styles.box}>
        {prefix && <span className={styles.affix}>{prefix}</span>}
        <input
          type="text"
          // A field with a counter may exceed its limit, because cutting off a paste silently would lose text.
          maxLength={counter ? undefined : maxLength}
          {...input}
          {...ties}
          onChange={change}
          className={control()}
        />
        {suffix && <span className={styles.affix}>{suffix}</span>}
      </div>
    </FieldFrame>
  );
}

type AreaProps = Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'style' | 'id'>;
export type TextAreaProps = FieldProps & AreaProps & { readonly counter?: boolean };

/** A text field of several lines. */
export function TextArea(props: TextAreaProps): ReactElement {
  const { label, hint, error, required, counter, maxLength, onChange, ...area } = props;
  const ties = useControlTies({ hint, error, required: required ?? false }, area.name);
  const count = useLength(area.value ?? area.defaultValue);
  return (
    <FieldFrame
      {...{ label, hint, error, required: required ?? false }}
      id={ties.id}
      foot={counter && maxLength ? <Counter used={count.length} most={maxLength} /> : undefined}
    >
      <textarea
        maxLength={counter ? undefined : maxLength}
        {...area}
        {...ties}
        onChange={(event) => {
          count.read(event.target.value);
          onChange?.(event);
        }}
        className={control({ kind: 'area' })}
      />
    </FieldFrame>
  );
}

function Counter({ used, most }: { readonly used: number; readonly most: number }): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <span aria-hidden="true">
        {used} / {most}
      </span>
      <VisuallyHidden>{t`${used} of ${most} characters`}</VisuallyHidden>
    </>
  );
}

/** Counts characters as a person does: an emoji is one. */
function useLength(initial: unknown) {
  const [length, setLength] = useState(() => countCharacters(String(initial ?? '')));
  return { length, read: (value: string) => setLength(countCharacters(value)) };
}

function countCharacters(value: string): number {
  return [...value].length;
}
