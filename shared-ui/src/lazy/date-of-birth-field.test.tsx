import type { DateParts, Locale } from '@portal/shared-contract';
import { RouterProvider } from '@portal/shared-routing';
import { createMemoryRouter } from '@portal/shared-routing/memory-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { wheel } from '../preset/recipes/profile.ts';
import { renderUi } from '../testing/render.tsx';
import { rowsOf } from './date-field.tsx';
import { DateOfBirthField } from './date-of-birth-field.tsx';
import { ROW_PX, SWIPE_MS } from './wheel/wheel-column.tsx';

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
  await renderUi(<RouterProvider router={router} />, locale);
  return dates;
}

/** Makes `matchMedia` report a phone. */
function onAPhone() {
  const real = window.matchMedia;
  window.matchMedia = (query) =>
    Object.assign(real(query), { matches: query.includes('pointer: coarse') });
  return () => {
    window.matchMedia = real;
  };
}

describe('on a desktop', () => {
  // @proves 9.10
  test.each([
    ['ja', ['年', '月', '日'], ['bday-year', 'bday-month', 'bday-day']],
    ['en', ['Day', 'Month', 'Year'], ['bday-day', 'bday-month', 'bday-year']],
  ] as const)(
    'names its fields in the language %s, with autocomplete',
    async (locale, names, bday) => {
      await open(parts('1990', '04', '05'), locale);
      const fields = screen.getAllByRole('textbox') as HTMLInputElement[];
      expect(fields.map((field) => field.labels?.[0]?.textContent)).toEqual(names);
      expect(fields.map((field) => field.autocomplete)).toEqual(bday);
    },
  );

  // @proves 5.16
  test('turns full-width digits into ASCII digits when the field is left', async () => {
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
    // A swipe has a speed and typed digits form a number, however busy the machine is.
    jest.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1000);
  });
  afterEach(() => {
    desktop();
    jest.restoreAllMocks();
  });

  test('the wheels turn by keyboard, and a button takes the date over', async () => {
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
    expect(screen.getByRole('button', { name: /Date of birth/ })).toHaveTextContent('29 Feb 2000');
  });
});

// @proves 5.40
test('offers the years from 1900 to this one, and of this year only the months that have begun', () => {
  const { year, month } = rowsOf(parts('2026', '1', '1'), RANGE);
  expect([year[0]?.value, year.at(-1)?.value]).toEqual(['1900', '2026']);
  expect(month.at(-1)?.value).toBe('11');
});

// @proves 9.20
test('the wheel has rows of 44 px, six of them visible, and swipes for a second', () => {
  expect([ROW_PX, SWIPE_MS]).toEqual([44, 1000]);
  const { column, row } = wheel.base ?? {};
  expect([column?.height, row?.height]).toEqual(['264px', '44px']);
});
