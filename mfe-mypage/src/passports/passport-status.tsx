import type { Passport } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { StatusChip } from '@portal/kit/ui';

type StatusField =
  | 'status_name'
  | 'transfer_status_name'
  | 'payment_status_name'
  | 'payment_type_name';
export function PassportStatus({ status }: { readonly status: Passport[StatusField] }) {
  const locale = useLocale();
  if (!status) return null;
  return <StatusChip tone={status.color}>{status.name[locale]}</StatusChip>;
}
