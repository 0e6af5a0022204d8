import { Trans, useLingui } from '@lingui/react/macro';
import {
  COUNTRIES,
  type FieldKind,
  isRequired,
  JAPAN,
  type KindOf,
  PROFILE_FIELDS,
  type Prefecture,
  todayInJapan,
  toKatakana,
} from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { formPair } from '#styled/recipes/form-pair.js';
import { Checkbox, Fieldset, RadioGroup } from '../choices.tsx';
import type { PortalForm } from '../form/use-portal-form.ts';
import { Stack, Text } from '../layout.tsx';
import { NativeSelect } from '../native-select.tsx';
import { TextField } from '../text-field.tsx';
import { DateOfBirthField } from './date-of-birth-field.tsx';
import { countriesByName } from './phone/country-names.ts';
import { PhoneField } from './phone-field.tsx';
import { PostalCodeField } from './profile/postal-code-field.tsx';
import type { ProfileFormSchema } from './profile/profile-rules.ts';
import {
  type AsksFor,
  askedPlaces,
  type Group,
  type Place,
  type ProfileFieldName,
  ROWS,
} from './profile/rows.ts';
import { type Countries, useCountries } from './profile/use-countries.ts';
import { useReading } from './profile/use-reading.ts';

export { loadedPhoneNumbers, loadPhoneNumbers } from './phone/load-phone-numbers.ts';
export { ProfileFormSchema, profileFormSchema } from './profile/profile-rules.ts';
export {
  isEdited,
  type ProfileValues,
  ProfileValuesSchema,
  profileInputOf,
  profileValuesOf,
} from './profile/profile-values.ts';
export type { AsksFor } from './profile/rows.ts';

type ProfileForm = PortalForm<typeof ProfileFormSchema>;

export type ProfileFieldsProps = {
  readonly form: ProfileForm;
  /** Left out where the form does not ask for a prefecture. */
  readonly prefectures?: readonly Prefecture[];
  /** Which fields the form asks for: those of its schema. Left out for the whole profile. */
  readonly asksFor?: AsksFor;
  /** Without the names of the groups, where the page's heading says what the fields are. */
  readonly unnamed?: boolean;
  /** What the fields of a group are for. */
  readonly reasons?: Readonly<Partial<Record<Group, ReactNode>>>;
};

type FieldsProps = ProfileFieldsProps & { readonly countries: Countries };

const LEGENDS: Readonly<Record<Group, ReactNode>> = {
  person: <Trans>About you</Trans>,
  address: <Trans>Address and phone</Trans>,
  news: <Trans>News</Trans>,
};

export function ProfileFields(given: ProfileFieldsProps) {
  const props = { ...given, countries: useCountries(given.form) };
  const { form, asksFor, reasons } = given;
  const groups = askedPlaces(form.values.country, useLocale(), asksFor);
  if (given.unnamed) {
    return (
      <Stack gap="lg">
        <FieldGroup {...props} places={Object.values(groups).flat()} />
      </Stack>
    );
  }
  return (
    <>
      {(Object.keys(LEGENDS) as Group[]).map(
        (group) =>
          groups[group].length > 0 && (
            <Fieldset key={group} legend={LEGENDS[group]}>
              {reasons?.[group] && <Text tone="muted">{reasons[group]}</Text>}
              <FieldGroup {...props} places={groups[group]} />
            </Fieldset>
          ),
      )}
    </>
  );
}

function FieldGroup(props: FieldsProps & { readonly places: readonly Place[] }) {
  const { places, ...rest } = props;
  const field = (name: ProfileFieldName) => <Field key={name} {...rest} name={name} />;
  return (
    <>
      {places.map((place) => {
        if (typeof place === 'string') return field(place);
        return (
          <div key={place.join()} className={formPair()}>
            {place.map(field)}
          </div>
        );
      })}
    </>
  );
}

function Field({ name, ...props }: FieldsProps & { readonly name: ProfileFieldName }) {
  const { i18n } = useLingui();
  const { label, statement } = ROWS[name];
  const Control: (props: ControlProps) => ReactElement = CONTROLS[PROFILE_FIELDS[name].kind];
  return (
    <Control
      {...props}
      name={name as never}
      label={i18n._(statement ?? label)}
      required={isRequired(name, props.form.values.country)}
    />
  );
}

type NameOfKind<Kind extends FieldKind> = {
  [Field in ProfileFieldName]: KindOf<Field> extends Kind ? Field : never;
}[ProfileFieldName];

type ControlProps<Kind extends FieldKind = never> = FieldsProps & {
  readonly name: NameOfKind<Kind>;
  readonly label: string;
  readonly required: boolean;
};

const CONTROLS: {
  readonly [Kind in Exclude<FieldKind, 'locale'>]: (props: ControlProps<Kind>) => ReactElement;
} = {
  text: TextControl,
  kana: KanaControl,
  date_of_birth: ({ form, name, label, required }) => (
    <DateOfBirthField
      {...form.control(name)}
      label={label}
      required={required}
      today={todayInJapan(new Date())}
    />
  ),
  gender: GenderControl,
  country: CountryControl,
  postal_code: PostalCodeControl,
  prefecture: PrefectureControl,
  phone: PhoneControl,
  flag: ({ form, name, label }) => <Checkbox {...form.checkbox(name)} label={label} />,
};

function textProps(props: ControlProps<'text' | 'country' | 'postal_code' | 'prefecture'>) {
  const { form, name, label, required } = props;
  return { ...form.text(name), label, required, autoComplete: ROWS[name].autoComplete };
}

function TextControl(props: ControlProps<'text'>) {
  const { form, name } = props;
  const { t } = useLingui();
  const isJapaneseAddress = name === 'address' && form.values.country === JAPAN;
  return (
    <TextField
      {...textProps(props)}
      hint={isJapaneseAddress ? t`Town, block and number, building and room` : undefined}
      {...useReading(readingOf(form, name))}
    />
  );
}

function readingOf(form: ProfileForm, name: NameOfKind<'text'>) {
  if (name !== 'last_name' && name !== 'first_name') return undefined;
  const kana = `${name}_kana` as const;
  return isRequired(kana, form.values.country) ? form.control(kana) : undefined;
}

function GenderControl({ form, name, label, required }: ControlProps<'gender'>) {
  const { t } = useLingui();
  return (
    <RadioGroup
      {...form.control(name)}
      label={label}
      required={required}
      options={[
        { value: 'female', label: t`Female` },
        { value: 'male', label: t`Male` },
        { value: 'other', label: t({ message: 'Other', context: 'gender' }) },
      ]}
    />
  );
}

function CountryControl(props: ControlProps<'country'>) {
  const locale = useLocale();
  const countries = useMemo(
    () =>
      countriesByName(COUNTRIES, locale).map(({ iso2: value, name: label }) => ({ value, label })),
    [locale],
  );
  return (
    <NativeSelect
      {...textProps(props)}
      options={countries}
      onChange={(event) => props.countries.choose(event.target.value)}
    />
  );
}

function PostalCodeControl(props: ControlProps<'postal_code'>) {
  const { form, name, label, required } = props;
  const { values } = form;
  if (values.country !== JAPAN) return <TextField {...textProps(props)} />;
  return (
    <PostalCodeField
      label={label}
      value={values.postal_code}
      place={values}
      error={form.errorOf(name)}
      required={required}
      onChange={form.change}
      onLeave={() => form.leave(name)}
    />
  );
}

function PrefectureControl(props: ControlProps<'prefecture'>) {
  const { prefectures = [] } = props;
  const locale = useLocale();
  return (
    <NativeSelect
      {...textProps(props)}
      options={prefectures.map((one) => ({ value: String(one.id), label: one.name[locale] }))}
    />
  );
}

function PhoneControl(props: ControlProps<'phone'>) {
  const { form, name, label, required, countries } = props;
  const { phone: number, phone_country_code: country } = form.values;
  return (
    <PhoneField
      name={name}
      label={label}
      error={form.errorOf(name)}
      required={required}
      value={{ number, country }}
      onChange={countries.changePhone}
      onLeave={() => form.leave(name)}
    />
  );
}

/** Any typing becomes katakana at the end of a word, never during composition, which would break the input method. */
function KanaControl({ form, name, label, required }: ControlProps<'kana'>) {
  const { onChange, onLeave, ...field } = form.control(name);
  return (
    <TextField
      {...field}
      label={label}
      required={required}
      lang="ja"
      autoComplete="off"
      maxLength={100}
      onChange={(event) => onChange(event.target.value)}
      onCompositionEnd={(event) => onChange(toKatakana(event.currentTarget.value))}
      onBlur={(event) => {
        onChange(toKatakana(event.target.value).trim());
        onLeave();
      }}
    />
  );
}
