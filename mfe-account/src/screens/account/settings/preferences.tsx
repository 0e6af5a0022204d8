import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { userSaved } from '@portal/shared-auth';
import { type Locale, type ProfileInput, type User, updateMe } from '@portal/shared-contract';
import { rememberLocale, successText } from '@portal/shared-i18n';
import { href, useLocale, useNavigate } from '@portal/shared-routing';
import { Stack, toast } from '@portal/shared-ui';
import {
  ApiErrorBanner,
  Checkbox,
  RadioGroup,
  SubmitButton,
  useAction,
} from '@portal/shared-ui/forms';
import { type FormEvent, type ReactElement, useState } from 'react';
import { Section } from '../mfa-settings/section.tsx';
import { APPEARANCES, type Appearance, readAppearance, saveAppearance } from './appearance.ts';

/** Preferences for the language of pages and mails, and for news by e-mail. */
export function MailAndLanguage({ member }: { readonly member: User }): ReactElement {
  const { t, i18n } = useLingui();
  const shown = useLocale();
  const navigate = useNavigate();
  const action = useAction();
  const [locale, setLocale] = useState<Locale>(shown);
  const [optIn, setOptIn] = useState(member.email_opt_in ?? false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const body: ProfileInput = { locale, email_opt_in: optIn };
    const answer = await action.run(() => call(updateMe, { body }, { purpose: 'form' }));
    if (!answer?.ok) return;
    userSaved(answer.data.data);
    rememberLocale(locale);
    toast(i18n._(successText('save_settings')));
    if (locale !== shown) void navigate(href('/account/settings', locale));
  }

  return (
    <Section id="language" title={<Trans>Language and e-mails</Trans>}>
      <form onSubmit={save}>
        <Stack gap="lg">
          <ApiErrorBanner error={action.error} />
          <RadioGroup
            name="locale"
            label={t`Language of the pages and our e-mails`}
            value={locale}
            onChange={(value) => setLocale(value === 'en' ? 'en' : 'ja')}
            options={[
              { value: 'ja', label: <span lang="ja">日本語</span> },
              { value: 'en', label: <span lang="en">English</span> },
            ]}
          />
          <Checkbox
            name="email_opt_in"
            label={t`I would like to receive news by e-mail`}
            hint={t`We always send e-mails about your account.`}
            checked={optIn}
            onChange={({ target }) => setOptIn(target.checked)}
          />
          <SubmitButton action={action}>
            <Trans>Save</Trans>
          </SubmitButton>
        </Stack>
      </form>
    </Section>
  );
}

/** Chooses light, dark or the device's appearance, for this browser, at once. */
export function AppearancePreference(): ReactElement {
  const { t } = useLingui();
  const [appearance, setAppearance] = useState(readAppearance);
  const labels: Readonly<Record<Appearance, string>> = {
    light: t({ context: 'appearance', message: 'Light' }),
    dark: t({ context: 'appearance', message: 'Dark' }),
    system: t({ context: 'appearance', message: 'Same as this device' }),
  };

  function choose(value: string): void {
    const chosen = APPEARANCES.find((known) => known === value) ?? 'system';
    saveAppearance(chosen);
    setAppearance(chosen);
  }

  return (
    <Section id="appearance" title={<Trans>Appearance</Trans>}>
      <RadioGroup
        name="appearance"
        label={t`Colors of the pages in this browser`}
        value={appearance}
        onChange={choose}
        options={APPEARANCES.map((value) => ({ value, label: labels[value] }))}
      />
    </Section>
  );
}
