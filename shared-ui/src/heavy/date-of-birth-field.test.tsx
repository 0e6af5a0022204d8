import type { DateParts, Locale } from '@portal/shared-contract';
import { createMemoryRouter, RouterProvider } from '@portal/shared-routing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { show } from '../test-kit/show.tsx';
import { possible, rowsOf } from './date-field.tsx';
import { DateOfBirthField } from './date-of-birth-field.tsx';
import { ROW_PX, restingOffset, rowAt } from './wheel/swipe.ts';

const TODAY = '2026-11-21';
const RANGE = { first: '1900-01-01', last: TODAY };
const parts = (year: string, month: string, day: string): DateParts => ({ year, month, day });

function Form({ first, onDate }: { first: DateParts; onDate?: (date: DateParts) => void }) {
  const [value, setValue] = useState(first);
  const change = (date: DateParts) => {
    setValue(date);
    onDate?.(date);
  };
  return (
    <DateOfBirthField
      name="date_of_birth"
      label="Date of birth"
      value={value}
      onChange={change}
      today={TODAY}
    />
  );
}

async function open(first: DateParts, locale: Locale = 'en') {
  const dates: DateParts[] = [];
  const element = <Form first={first} onDate={(date) => dates.push(date)} />;
  const path = locale === 'en' ? '/en' : '/';
  const router = createMemoryRouter([{ path, element }], { initialEntries: [path] });
  await show(<RouterProvider router={router} />, locale);
  return dates;
}

/** The browser says that it is a phone. */
function onAPhone() {
  const real = window.matchMedia;
  window.matchMedia = (query) =>
    Object.assign(real(query), { matches: query.includes('pointer: coarse') });
  return () => {
    window.matchMedia = real;
  };
}

describe('on a desktop', () => {
  test('three fields in the language’s order, known to the browser', async () => {
    await open(parts('1990', '04', '05'), 'ja');
    expect(
      screen.getAllByRole('textbox').map((field) => field.getAttribute('autocomplete')),
    ).toEqual(['bday-year', 'bday-month', 'bday-day']);
    expect(screen.getByRole('group', { name: /Date of birth/ })).toBeVisible();
  });

  test('full-width digits are digits once the field is left', async () => {
    const dates = await open(parts('', '', ''));
    await userEvent.type(screen.getByLabelText('Year'), '１９９０');
    await userEvent.tab();
    expect(dates.at(-1)).toEqual(parts('1990', '', ''));
  });
});

describe('on a phone', () => {
  let desktop: () => void;
  beforeEach(() => {
    desktop = onAPhone();
  });
  afterEach(() => desktop());

  test('wheels that keys turn, taken over by a press', async () => {
    const dates = await open(parts('1990', '04', '05'));
    await userEvent.click(screen.getByRole('button', { name: /Date of birth/ }));
    const month = await screen.findByRole('listbox', { name: 'Month' });
    month.focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    screen.getByRole('listbox', { name: 'Year' }).focus();
    await userEvent.keyboard('2000');
    screen.getByRole('listbox', { name: 'Day' }).focus();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('option', { name: '29', selected: true })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Choose' }));
    expect(dates.at(-1)).toEqual(parts('2000', '2', '29'));
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: /Date of birth/ })).toHaveTextContent(
      'February 29, 2000',
    );
  });

  test('a swipe turns a wheel on to its end; cancelling leaves the date as it was', async () => {
    const dates = await open(parts('1990', '1', '5'));
    await userEvent.click(screen.getByRole('button', { name: /Date of birth/ }));
    const month = await screen.findByRole('listbox', { name: 'Month' });
    // jsdom has no pointer events: mouse events by their names carry the same place.
    const finger = (type: string, clientY: number) =>
      fireEvent(month, new MouseEvent(type, { bubbles: true, clientY }));
    finger('pointerdown', 200);
    finger('pointermove', 200 - 3 * ROW_PX);
    finger('pointerup', 200 - 3 * ROW_PX);
    await waitFor(() =>
      expect(month.querySelector('[aria-selected=true]')).toHaveTextContent('12'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(dates).toEqual([]);
  });

  test('a date that need not be there can be cleared', async () => {
    const dates = await open(parts('1990', '1', '5'));
    await userEvent.click(screen.getByRole('button', { name: /Date of birth/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(dates.at(-1)).toEqual(parts('', '', ''));
  });
});

test.each([
  ['2000', '2', 1, 29],
  ['1900', '2', 1, 28],
  ['1990', '4', 1, 30],
  ['2026', '11', 1, 21],
])('of %s-%s the days are %i to %i', (year, month, first, last) => {
  const { day } = rowsOf(parts(year, month, '1'), RANGE);
  expect([day[0]?.value, day.at(-1)?.value]).toEqual([String(first), String(last)]);
});

test('the years are 1900 to this one, the months of this year those that have begun', () => {
  const { year, month } = rowsOf(parts('2026', '1', '1'), RANGE);
  expect([year[0]?.value, year.at(-1)?.value]).toEqual(['1900', '2026']);
  expect(month.at(-1)?.value).toBe('11');
});

test.each([
  [parts('2000', '2', '31'), parts('2000', '2', '29')],
  [parts('2001', '2', '29'), parts('2001', '2', '28')],
  [parts('2026', '12', '31'), parts('2026', '11', '21')],
])('%o becomes %o', (date, nearest) => {
  expect(possible(date, RANGE)).toEqual(nearest);
});

test.each([
  [0, 0],
  [-22, 1],
  [-44, 1],
  [-10_000, 11],
  [500, 0],
])('moved by %i px, row %i stands in the middle', (offset, row) => {
  expect(rowAt(offset, 12)).toBe(row);
});

test('a swipe goes on by its speed, a slow drag stays', () => {
  expect(restingOffset(-88, -88, 1000)).toBe(-88);
  expect(restingOffset(-88, -90, 100)).toBeCloseTo(-388);
  expect(restingOffset(0, 60, 100)).toBeCloseTo(200);
});
