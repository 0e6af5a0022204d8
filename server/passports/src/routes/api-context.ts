import type { ApiContext } from '@portal/server-endpoint/api-types';
import type { PaymentContext } from '../payments/settle.ts';
import type { PassportSettings } from '../settings.ts';

/** The calls about passports. */
export type PassportApiContext = ApiContext &
  PaymentContext & { readonly config: PassportSettings };
