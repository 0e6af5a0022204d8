import { useLingui } from '@lingui/react/macro';
import type { Device } from '@portal/kit/contract';
import { activeLocale } from '@portal/kit/i18n';

/** `Chrome · Windows`, or a text when neither is known. */
export function useDeviceName(): (device: Pick<Device, 'browser' | 'system'>) => string {
  const { t } = useLingui();
  return ({ browser, system }) =>
    [browser, system].filter(Boolean).join(' · ') || t`Unknown device`;
}

/** The name of a country in the current language, or its code if it has none. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames([activeLocale()], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
