import {
  addDays,
  addMonths,
  type DateParts,
  datePartsOf,
  type Locale,
  todayInJapan,
} from '@portal/shared-contract';
import { formatCalendarDate } from '@portal/shared-contract/calendar';
import { RouterProvider } from '@portal/shared-routing';
import { createMemoryRouter } from '@portal/shared-routing/memory-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../testing/render.tsx';
import { DateField } from './date-field.tsx';
import { weeksOf } from './month-grid.tsx';

const today = () => todayInJapan(new Date());
const last = () => addDays(today(), 365);

function Form() {
  const [value, setValue] = useState<DateParts>(datePartsOf(today()));
  return (
    <DateField
      name="start"
      label="Start"
      required
      value={value}
      onChange={setValue}
      range={{ first: today(), last: last() }}
      start={today()}
    />
  );
}

/** Opens the calendar. */
async function open(locale: Locale = 'en') {
  const path = locale === 'en' ? '/en' : '/';
  const router = createMemoryRouter([{ path, element: <Form /> }], { initialEntries: [path] });
  await renderUi(<RouterProvider router={router} />, locale);
  await userEvent.click(screen.getByRole('button', { name: /^Start/ }));
  return within(await screen.findByRole('dialog'));
}

const dayNamed = (date: string, locale: Locale = 'en') => ({
  name: formatCalendarDate(date, locale),
});

// @proves 5.38
test('opens on the day that is chosen, marks today, and offers no day outside the range', async () => {
  const dialog = await open();
  const day = dialog.getByRole('button', dayNamed(today()));
  await waitFor(() => expect(day).toHaveFocus());
  expect(day).toHaveAttribute('aria-current', 'date');
  expect(day).toHaveAttribute('aria-pressed', 'true');
  const before = dialog.queryByRole('button', dayNamed(addDays(today(), -1)));
  if (before) expect(before).toBeDisabled();
  await userEvent.keyboard('{ArrowLeft}{PageUp}');
  expect(dialog.getByRole('button', dayNamed(today()))).toHaveFocus();
});

// @proves 5.38
test('is walked by the keys of a grid, and a day is chosen by one press', async () => {
  const dialog = await open();
  await waitFor(() => expect(dialog.getByRole('button', dayNamed(today()))).toHaveFocus());
  const walk = async (keys: string, to: string) => {
    await userEvent.keyboard(keys);
    expect(dialog.getByRole('button', dayNamed(to))).toHaveFocus();
  };
  await walk('{ArrowRight}{ArrowDown}', addDays(today(), 8));
  const later = addMonths(addDays(today(), 8), 2);
  await walk('{PageDown}{PageDown}', later);
  const weekday = (new Date(later).getUTCDay() + 6) % 7;
  await walk('{Home}', addDays(later, -weekday));
  await walk('{End}', addDays(later, 6 - weekday));
  await walk('{ArrowLeft}{ArrowUp}', addDays(later, -2 - weekday));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: /^Start/ })).toHaveTextContent(
    formatCalendarDate(addDays(later, -2 - weekday), 'en'),
  );
});

// @proves 5.38
test('has the week from Sunday on in Japanese, from Monday on in English', async () => {
  const dialog = await open('ja');
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...'日月火水木金土',
  ]);
  expect(dialog.getByRole('button', dayNamed(today(), 'ja'))).toBeVisible();
});

test('puts the days of a month under their weekdays', () => {
  const fromSunday = [0, 1, 2, 3, 4, 5, 6];
  const weeks = weeksOf('2026-11', fromSunday);
  expect(weeks.map(([sunday]) => sunday)).toEqual(
    ['01', '08', '15', '22', '29'].map((day) => `2026-11-${day}`),
  );
  expect(weeks.at(-1)?.slice(1)).toEqual(['2026-11-30', ...Array(5).fill(undefined)]);
  expect(weeksOf('2026-05', fromSunday)).toHaveLength(6);
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
});
