import type { Passport } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { StatusChip } from '@portal/kit/ui';
import type { ReactElement } from 'react';

type StatusField =
  | 'status_name'
  | 'transfer_status_name'
  | 'payment_status_name'
  | 'payment_type_name';
type Props = { readonly status: Passport[StatusField] };

export function PassportStatus({ status }: Props): ReactElement | null {
  const locale = useLocale();
  if (!status) return null;
  return <StatusChip tone={status.color}>{status.name[locale]}</StatusChip>;
}
