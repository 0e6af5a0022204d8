import { useLingui } from '@lingui/react/macro';
import type { Device } from '@portal/kit/contract';

/** `Chrome · Windows`, or a text when neither is known. */
export function useDeviceName(): (device: Pick<Device, 'browser' | 'system'>) => string {
  const { t } = useLingui();
  return ({ browser, system }) =>
    [browser, system].filter(Boolean).join(' · ') || t`Unknown device`;
}
