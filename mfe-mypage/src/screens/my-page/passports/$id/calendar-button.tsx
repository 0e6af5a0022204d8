import { Trans, useLingui } from '@lingui/react/macro';
import type { Passport } from '@portal/kit/contract';
import { type CalendarDay, calendarFile } from '@portal/kit/contract/calendar-file';
import { formatName } from '@portal/kit/i18n';
import { Button, Icon } from '@portal/kit/ui';
import type { ReactElement } from 'react';

const GONE_AFTER_MS = 60_000;

/** Gives the member's calendar the first and the last day, as the file of the receipt's mail does. */
export function CalendarButton({ passport }: { readonly passport: Passport }): ReactElement {
  const { t } = useLingui();
  const { id, holder, usage_start_date, ext_expiration_date } = passport;
  const name = formatName(holder);
  const dayOf = (part: 'first' | 'last', day: string, summary: string): CalendarDay => ({
    uid: `${id}-${part}@${location.hostname}`,
    day,
    summary,
    description: '',
    url: location.origin + location.pathname,
  });

  function save(): void {
    const days = [
      dayOf('first', usage_start_date, t`Annual passport: first day (${name})`),
      dayOf('last', ext_expiration_date, t`Annual passport: last day (${name})`),
    ];
    const file = new Blob([calendarFile(days, new Date())], { type: 'text/calendar' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `${t`Passports`}.ics`;
    link.click();
    // A phone asks first what is to open it.
    setTimeout(() => URL.revokeObjectURL(link.href), GONE_AFTER_MS);
  }

  return (
    <Button variant="outline" onClick={save}>
      <Icon name="calendar" size="sm" />
      <Trans>Add to the calendar</Trans>
    </Button>
  );
}
