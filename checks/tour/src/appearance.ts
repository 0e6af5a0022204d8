import { DESKTOP, PHONE } from '@portal/e2e/support/test';
import type { Locale } from '@portal/shared-contract';

export const DEVICES = { phone: { ...PHONE, deviceScaleFactor: 2 }, desktop: DESKTOP } as const;

/** How a screen is shown for its picture. */
export type Appearance = {
  readonly locale: Locale;
  readonly device: keyof typeof DEVICES;
  readonly colors: 'light' | 'dark';
};

/** `ja · phone · light` */
export const labelOf = ({ locale, device, colors }: Appearance): string =>
  `${locale} · ${device} · ${colors}`;
