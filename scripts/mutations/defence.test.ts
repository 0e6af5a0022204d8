import path from 'node:path';
import { type Defence, problemsOf, withoutDefence } from './defence.ts';
import { DEFENCES } from './defences/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('every defence of the list is where the list says, and names tests that exist', () => {
  expect(problemsOf(DEFENCES, ROOT)).toEqual([]);
});

test('the list has at least 40 defences', () => {
  expect(DEFENCES.length).toBeGreaterThanOrEqual(40);
});

describe('taking a defence out', () => {
  const defence = (changes: Defence['changes']): Defence => ({
    name: 'check',
    without: 'anybody may',
    file: 'a.ts',
    changes,
    tests: ['a.test.ts'],
    product: ['1.1'],
  });

  it('replaces its texts, and takes $ as it stands', () => {
    const changed = withoutDefence(
      'if (no) refuse(); go();',
      defence([['if (no) refuse();', '$&']]),
    );
    expect(changed).toBe('$& go();');
  });

  it.each(['go();', 'refuse(); refuse();'])(
    'fails where the text is not there once: %s',
    (source) => {
      expect(() => withoutDefence(source, defence([['refuse();', '']]))).toThrow(
        /^a\.ts has \d times/,
      );
    },
  );

  it('is refused for a list with a mistake', () => {
    const { product: _, ...uncited } = defence([]);
    expect(problemsOf([uncited, uncited], ROOT)).toEqual(
      expect.arrayContaining([
        'check is in the list twice',
        'check: there is no a.ts',
        'check: there is no a.test.ts',
        'check changes nothing',
        'check cites no statement',
      ]),
    );
  });
});
