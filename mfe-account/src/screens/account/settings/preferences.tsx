import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { userSaved } from '@portal/kit/auth';
import { type ProfileInput, type User, updateMe } from '@portal/kit/contract';
import { rememberLocale, successText } from '@portal/kit/i18n';
import { href, useLocale, useNavigate } from '@portal/kit/routing';
import { Stack, toast } from '@portal/kit/ui';
import { ApiErrorBanner, Checkbox, RadioGroup, useAction } from '@portal/kit/ui/forms';
import { showTheme } from '@portal/kit/ui/shown-theme';
import { useState } from 'react';
import * as v from 'valibot';
import { SettingRow } from '../setting-row.tsx';

type Props = { readonly member: User };

const LANGUAGES = { ja: <span lang="ja">日本語</span>, en: <span lang="en">English</span> };

export function LanguageRow({ member }: Props) {
  const { t } = useLingui();
  const shown = useLocale();
  const navigate = useNavigate();
  const { action, save } = useSave();

  const choose = (locale: User['locale']) =>
    save({ locale }, () => {
      rememberLocale(locale);
      // The row is open on the page in the other language too.
      if (locale !== shown) void navigate(`${href('/account/settings', locale)}#language`);
    });

  return (
    <SettingRow id="language" label={<Trans>Language</Trans>} value={LANGUAGES[member.locale]}>
      <Stack gap="md">
        <ApiErrorBanner error={action.error} />
        <RadioGroup
          name="locale"
          label={t`Language of the pages and our emails`}
          hint={t`Your choice applies at once.`}
          value={member.locale}
          onChange={choose}
          options={[
            { value: 'ja', label: LANGUAGES.ja },
            { value: 'en', label: LANGUAGES.en },
          ]}
        />
      </Stack>
    </SettingRow>
  );
}

export function NewsRow({ member }: Props) {
  const { t } = useLingui();
  const { action, save } = useSave();
  const subscribed = member.email_opt_in ?? false;
  return (
    <SettingRow
      id="news"
      label={<Trans>News by email</Trans>}
      value={
        subscribed ? (
          <Trans context="news by email">Subscribed</Trans>
        ) : (
          <Trans context="news by email">Not subscribed</Trans>
        )
      }
    >
      <Stack gap="md">
        <ApiErrorBanner error={action.error} />
        <Checkbox
          name="email_opt_in"
          label={t`I would like to receive news by email`}
          hint={t`We always send emails about your account.`}
          checked={subscribed}
          onChange={({ target }) => save({ email_opt_in: target.checked })}
        />
      </Stack>
    </SettingRow>
  );
}

export function AppearanceRow() {
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
    <SettingRow id="appearance" label={<Trans>Appearance</Trans>} value={labels[appearance]}>
      <RadioGroup
        name="appearance"
        label={t`Colors of the pages in this browser`}
        value={appearance}
        onChange={choose}
        options={APPEARANCES.map((value) => ({ value, label: labels[value] }))}
      />
    </SettingRow>
  );
}

/** Saves a choice; the row shows the member as the server has stored them. */
function useSave() {
  const { i18n } = useLingui();
  const action = useAction();
  async function save(body: ProfileInput, saved?: () => void): Promise<void> {
    if (action.busy) return;
    // There is no button to enable again after 600 ms: a second choice is saved too.
    const answer = await action.follow(() => call(updateMe, { body }, { purpose: 'form' }));
    if (!answer.ok) return;
    userSaved(answer.data.data);
    toast(i18n._(successText('save_settings')));
    saved?.();
  }
  return { action, save: (body: ProfileInput, saved?: () => void) => void save(body, saved) };
}

const KEY = 'theme';
const AppearanceSchema = v.picklist(['light', 'dark', 'system']);
type Appearance = v.InferOutput<typeof AppearanceSchema>;
const APPEARANCES = AppearanceSchema.options;

/** The appearance stored in this browser. The boot script reads the same key before the first paint. */
function readAppearance(): Appearance {
  try {
    const stored = v.safeParse(AppearanceSchema, localStorage.getItem(KEY));
    return stored.success ? stored.output : 'system';
  } catch {
    return 'system';
  }
}

/** Applies the appearance at once and stores it, unless the browser refuses storage. */
function saveAppearance(appearance: Appearance): void {
  showTheme(appearance === 'system' ? undefined : appearance);
  try {
    if (appearance === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, appearance);
  } catch {
    // Storage is refused: it holds for this page.
  }
}
