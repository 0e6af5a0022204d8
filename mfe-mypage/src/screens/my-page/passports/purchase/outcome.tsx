import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@portal/kit/api';
import { Banner, LinkButton } from '@portal/kit/ui';
import type { ReactNode } from 'react';
import { STEPS } from './flow.ts';
import { isHolderField } from './holder-errors.ts';

/** Statuses that the server answers before it reads the order. */
const BEFORE_THE_ORDER = [401, 429];
const SERVER_FAILED = 500;

/** No answer, a server error, an ended session or a limit: only the same order may then be sent again. */
export function isOutcomeUnknown(error: ApiError): boolean {
  if (error.kind !== 'api') return true;
  return error.status >= SERVER_FAILED || BEFORE_THE_ORDER.includes(error.status);
}

export const isPriceChanged = (error: ApiError | null): boolean =>
  error?.kind === 'api' && 'total' in (error.descriptions ?? {});

/** A field of a further passport of the order: `others.0.usage_start_date`. */
const OF_FURTHER_PASSPORT = /^others\.(\d+)\.(.+)$/;

type Descriptions = Record<string, string[]>;

/** Which passport of the order the server has refused, and its errors by field. */
export function faultOf(descriptions: Descriptions): {
  readonly place: number;
  readonly descriptions: Descriptions;
} {
  for (const name of Object.keys(descriptions)) {
    const index = OF_FURTHER_PASSPORT.exec(name)?.[1];
    if (index === undefined) continue;
    const own = Object.entries(descriptions).map(([field, keys]) => [
      OF_FURTHER_PASSPORT.exec(field)?.[2] ?? field,
      keys,
    ]);
    return { place: Number(index) + 1, descriptions: Object.fromEntries(own) };
  }
  return { place: 0, descriptions };
}

/** The address of the step that can correct a refused order. */
export function stepOf(error: ApiError): string | undefined {
  if (error.kind !== 'api') return undefined;
  if (error.code === 'ap_passport.photo.required') return STEPS.photo;
  if (error.code === 'ap_passport.design_id.required') return STEPS.design;
  const { descriptions } = faultOf(error.descriptions ?? {});
  return Object.keys(descriptions).some(isHolderField) ? STEPS.holder : undefined;
}

type Props = { readonly title: ReactNode; readonly children: ReactNode };

/** Of an order that can be sent, or sent again. */
function OpenNotice({ title, children }: Props) {
  return (
    <Banner tone="warning" title={title}>
      <span role="alert">{children}</span>
    </Banner>
  );
}

/** For an order whose answer did not arrive. */
export const OutcomeUnknownNotice = () => (
  <OpenNotice title={<Trans>We do not know yet whether your purchase went through</Trans>}>
    <Trans>Send it again: you buy once and pay once, however often you send it.</Trans>
  </OpenNotice>
);

export const PriceChangedNotice = () => (
  <OpenNotice title={<Trans>The price has changed</Trans>}>
    <Trans>Nothing was bought. Check the new price, then buy it.</Trans>
  </OpenNotice>
);

/** Of an order with which nothing is left to do. */
function EndNotice({ title, children }: Props) {
  return (
    <Banner
      tone="info"
      title={title}
      action={
        <LinkButton to="/my-page">
          <Trans>Go to Home</Trans>
        </LinkButton>
      }
    >
      {children}
    </Banner>
  );
}

/** For a renewal that the server no longer accepts: it was bought elsewhere, or the last day is over. */
export const NotRenewableNotice = () => (
  <EndNotice title={<Trans>There is no passport to renew</Trans>}>
    <Trans>
      A passport can be renewed once, in the 30 days before its last day, while its kind is on sale.
    </Trans>
  </EndNotice>
);

/** For an order that another tab has already sent with the same idempotency key. */
export const AlreadyBoughtNotice = () => (
  <EndNotice title={<Trans>You have already bought this</Trans>}>
    <Trans>You can find it under Passports.</Trans>
  </EndNotice>
);
