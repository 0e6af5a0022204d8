import { Trans, useLingui } from '@lingui/react/macro';
import { COUNTRIES, JAPAN, type Prefecture } from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import { type ReactElement, useEffect, useMemo } from 'react';
import { formPair } from '#styled/recipes/form-pair.js';
import { Checkbox, Fieldset, RadioGroup } from '../choices.tsx';
import { NativeSelect } from '../native-select.tsx';
import { TextField } from '../text-field.tsx';
import { DateOfBirthField } from './date-of-birth-field.tsx';
import { countriesByName } from './phone/country-names.ts';
import { PhoneField } from './phone-field.tsx';
import { KanaField } from './profile/kana-field.tsx';
import { type LookUpTowns, PostalCodeField } from './profile/postal-code-field.tsx';
import { isAsked, isRequired, type ProfileFieldName } from './profile/profile-problems.ts';
import type { ProfileValues } from './profile/profile-values.ts';
import type { ProfileForm } from './profile/use-profile-form.ts';

export { countryFromIp } from './phone/country-from-ip.ts';
export { countryName } from './phone/country-names.ts';
export { loadPhoneNumbers, type PhoneNumbers } from './phone/load-phone-numbers.ts';
export type { LookUpTowns } from './profile/postal-code-field.tsx';
export {
  isEdited,
  type ProfileValues,
  ProfileValuesSchema,
  profileInputOf,
  profileValuesOf,
} from './profile/profile-values.ts';
export { type ProfileForm, useProfileForm } from './profile/use-profile-form.ts';

export type ProfileFieldsProps = {
  readonly form: ProfileForm;
  readonly prefectures: readonly Prefecture[];
  /** GET /postal-code/{code}, asked inside the form. */
  readonly lookUpTowns: LookUpTowns;
  /** Where the member seems to be (spec §5): the default country of a number yet to be typed. */
  readonly detectCountry: () => Promise<string | undefined>;
};

/** Every field of the profile, as the account's edit screen and the registration ask for them. */
export function ProfileFields(props: ProfileFieldsProps): ReactElement {
  const { form } = props;
  const { t } = useLingui();
  return (
    <>
      <Fieldset legend={<Trans>About you</Trans>}>
        <Names form={form} />
        <DateOfBirthField
          name="date_of_birth"
          label={t`Date of birth`}
          {...about(form, 'date_of_birth')}
          value={form.values.birth}
          onChange={(birth) => form.change({ birth })}
          onLeave={() => form.leave('date_of_birth')}
          today={form.today}
        />
        <RadioGroup
          name="gender"
          label={t`Gender`}
          {...about(form, 'gender')}
          value={form.values.gender}
          onChange={(gender) => form.change({ gender: gender as ProfileValues['gender'] })}
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
          name="email_opt_in"
          label={t`I would like to receive news by e-mail`}
          checked={form.values.email_opt_in}
          onChange={(event) => form.change({ email_opt_in: event.target.checked })}
        />
      </Fieldset>
    </>
  );
}

/** What a field says about itself beyond its label. */
function about(form: ProfileForm, field: ProfileFieldName) {
  return { error: form.errorOf(field), required: isRequired(field, form.values.country) };
}

type TextName = 'last_name' | 'first_name' | 'city' | 'address' | 'prefecture_name' | 'postal_code';

/** A field of one line, tied to its value. */
function line(form: ProfileForm, name: TextName) {
  return {
    name,
    ...about(form, name),
    value: form.values[name],
    onChange: (event: { target: { value: string } }) => form.change({ [name]: event.target.value }),
    onBlur: () => form.leave(name),
  };
}

/** In the language's order: the last name first in Japanese. */
function Names({ form }: { readonly form: ProfileForm }): ReactElement {
  const { t } = useLingui();
  const locale = useLocale();
  const kana = (name: 'last_name_kana' | 'first_name_kana', label: string) => (
    <KanaField
      key={name}
      name={name}
      label={label}
      error={form.errorOf(name)}
      required={isRequired(name, form.values.country)}
      value={form.values[name]}
      onChange={(value) => form.change({ [name]: value })}
      onLeave={() => form.leave(name)}
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
      name="country"
      label={t`Country or region`}
      {...about(form, 'country')}
      autoComplete="country"
      options={countries}
      value={values.country}
      onChange={(event) => form.change({ country: event.target.value })}
      onBlur={() => form.leave('country')}
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
        name="prefecture"
        label={t`Prefecture`}
        {...about(form, 'prefecture')}
        autoComplete="address-level1"
        options={prefectures.map(({ id, name }) => ({ value: String(id), label: name[locale] }))}
        value={values.prefecture}
        onChange={(event) => form.change({ prefecture: event.target.value })}
        onBlur={() => form.leave('prefecture')}
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
