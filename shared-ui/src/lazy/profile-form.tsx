import { Trans, useLingui } from '@lingui/react/macro';
import { COUNTRIES, JAPAN, type Prefecture, todayInJapan } from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import { type ReactElement, useEffect, useMemo } from 'react';
import { formPair } from '#styled/recipes/form-pair.js';
import { Checkbox, Fieldset, RadioGroup } from '../choices.tsx';
import type { PortalForm } from '../form/use-portal-form.ts';
import { NativeSelect } from '../native-select.tsx';
import { TextField } from '../text-field.tsx';
import { DateOfBirthField } from './date-of-birth-field.tsx';
import { countriesByName } from './phone/country-names.ts';
import { PhoneField } from './phone-field.tsx';
import { KanaField } from './profile/kana-field.tsx';
import { type LookUpTowns, PostalCodeField } from './profile/postal-code-field.tsx';
import {
  isAsked,
  isRequired,
  type ProfileFieldName,
  type ProfileFormSchema,
} from './profile/profile-rules.ts';

export { countryFromIp } from './phone/country-from-ip.ts';
export { countryName } from './phone/country-names.ts';
export { loadedPhoneNumbers, loadPhoneNumbers } from './phone/load-phone-numbers.ts';
export type { LookUpTowns } from './profile/postal-code-field.tsx';
export { ProfileFormSchema } from './profile/profile-rules.ts';
export {
  isEdited,
  type ProfileValues,
  ProfileValuesSchema,
  profileInputOf,
  profileValuesOf,
} from './profile/profile-values.ts';

type ProfileForm = PortalForm<typeof ProfileFormSchema>;

export type ProfileFieldsProps = {
  readonly form: ProfileForm;
  readonly prefectures: readonly Prefecture[];
  /** Looks up a postal code (product §7.18). */
  readonly lookUpTowns: LookUpTowns;
  /** Detects the member's country, the default of an empty phone number (product §5.34). */
  readonly detectCountry: () => Promise<string | undefined>;
};

/** All fields of the profile, for the edit screen and the registration. */
export function ProfileFields(props: ProfileFieldsProps): ReactElement {
  const { form } = props;
  const { t } = useLingui();
  return (
    <>
      <Fieldset legend={<Trans>About you</Trans>}>
        <Names form={form} />
        <DateOfBirthField
          {...form.control('date_of_birth')}
          label={t`Date of birth`}
          required={isRequired('date_of_birth', form.values.country)}
          today={todayInJapan(new Date())}
        />
        <RadioGroup
          {...form.control('gender')}
          label={t`Gender`}
          required={isRequired('gender', form.values.country)}
          options={[
            { value: 'female', label: t`Female` },
            { value: 'male', label: t`Male` },
            { value: 'other', label: t({ message: 'Other', context: 'gender' }) },
          ]}
        />
      </Fieldset>
      <Fieldset legend={<Trans>Address and phone</Trans>}>
        <AddressFields {...props} />
        <Phone {...props} />
      </Fieldset>
      <Fieldset legend={<Trans>News</Trans>}>
        <Checkbox
          {...form.checkbox('email_opt_in')}
          label={t`I would like to receive news by e-mail`}
        />
      </Fieldset>
    </>
  );
}

/** The properties of a field besides its label. */
function about(form: ProfileForm, field: ProfileFieldName) {
  return { error: form.errorOf(field), required: isRequired(field, form.values.country) };
}

type TextName =
  | 'last_name'
  | 'first_name'
  | 'country'
  | 'postal_code'
  | 'prefecture'
  | 'prefecture_name'
  | 'city'
  | 'address';

/** The properties of a text field or a select. */
function line(form: ProfileForm, name: TextName) {
  return { ...form.text(name), required: isRequired(name, form.values.country) };
}

/** The name fields in the order of the language: the last name first in Japanese. */
function Names({ form }: { readonly form: ProfileForm }): ReactElement {
  const { t } = useLingui();
  const locale = useLocale();
  const kana = (name: 'last_name_kana' | 'first_name_kana', label: string) => (
    <KanaField
      key={name}
      {...form.control(name)}
      label={label}
      required={isRequired(name, form.values.country)}
    />
  );
  const inOrder = (last: ReactElement, first: ReactElement) =>
    locale === 'ja' ? [last, first] : [first, last];
  return (
    <>
      <div className={formPair()}>
        {inOrder(
          <TextField
            key="last_name"
            label={t`Last name`}
            autoComplete="family-name"
            {...line(form, 'last_name')}
          />,
          <TextField
            key="first_name"
            label={t`First name`}
            autoComplete="given-name"
            {...line(form, 'first_name')}
          />,
        )}
      </div>
      {isAsked('last_name_kana', form.values.country) && (
        <div className={formPair()}>
          {inOrder(
            kana('last_name_kana', t`Last name in katakana`),
            kana('first_name_kana', t`First name in katakana`),
          )}
        </div>
      )}
    </>
  );
}

function AddressFields({ form, prefectures, lookUpTowns }: ProfileFieldsProps): ReactElement {
  const { t } = useLingui();
  const locale = useLocale();
  const { values } = form;
  const countries = useMemo(
    () =>
      countriesByName(COUNTRIES, locale).map(({ iso2, name }) => ({ value: iso2, label: name })),
    [locale],
  );
  const country = (
    <NativeSelect
      {...line(form, 'country')}
      label={t`Country or region`}
      autoComplete="country"
      options={countries}
    />
  );
  const city = <TextField label={t`City`} autoComplete="address-level2" {...line(form, 'city')} />;
  const street = (
    <TextField
      label={t`Street address`}
      hint={values.country === JAPAN ? t`Town, block and number, building and room` : undefined}
      autoComplete="street-address"
      {...line(form, 'address')}
    />
  );
  if (values.country !== JAPAN) {
    return (
      <>
        {country}
        {street}
        {city}
        <div className={formPair()}>
          <TextField
            label={t`State, province or region`}
            autoComplete="address-level1"
            {...line(form, 'prefecture_name')}
          />
          <TextField
            label={t`Postal code`}
            autoComplete="postal-code"
            {...line(form, 'postal_code')}
          />
        </div>
      </>
    );
  }
  return (
    <>
      {country}
      <PostalCodeField
        value={values.postal_code}
        place={values}
        {...about(form, 'postal_code')}
        lookUp={lookUpTowns}
        onChange={form.change}
        onLeave={() => form.leave('postal_code')}
      />
      <NativeSelect
        {...line(form, 'prefecture')}
        label={t`Prefecture`}
        autoComplete="address-level1"
        options={prefectures.map(({ id, name }) => ({ value: String(id), label: name[locale] }))}
      />
      {city}
      {street}
    </>
  );
}

function Phone({ form, detectCountry }: ProfileFieldsProps): ReactElement {
  const { t } = useLingui();
  const { values, change } = form;
  const unknown = values.phone_country_code === '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, where no country is known
  useEffect(() => {
    if (!unknown) return undefined;
    let here = true;
    void detectCountry().then((detected) => {
      if (here) change({ phone_country_code: detected ?? (values.country || JAPAN) });
    });
    return () => {
      here = false;
    };
  }, [unknown]);

  return (
    <PhoneField
      name="phone"
      label={t`Phone number`}
      {...about(form, 'phone')}
      value={{ number: values.phone, country: values.phone_country_code }}
      onChange={({ number, country }) => change({ phone: number, phone_country_code: country })}
      onLeave={() => form.leave('phone')}
    />
  );
}
