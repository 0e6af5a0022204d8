import { changesIn } from './changes.ts';

const of = (source: string) =>
  changesIn('a.ts', source).map(({ line, what, changed }) => ({ line, what, changed }));

test('a number with a name becomes another one', () => {
  expect(of('/** Why. */\nexport const LIFE_MS = 15 * 60_000;\n')).toEqual([
    {
      line: 2,
      what: 'LIFE_MS = 15 * 60_000',
      changed: '/** Why. */\nexport const LIFE_MS = (15 * 60_000) * 2 + 1;\n',
    },
  ]);
});

test('a condition under which a function is left becomes false', () => {
  const source = `function f(a) {
  if (!check(a, ')')) return refused;
  if (a) {
    // Why.
    throw new Error();
  }
  if (a) b();
}`;
  expect(of(source).map(({ line, what }) => [line, what])).toEqual([
    [2, "if (!check(a, ')'))"],
    [3, 'if (a)'],
  ]);
  expect(of(source)[0]?.changed).toContain('  if (false) return refused;\n');
});

test('a comparison that is answered becomes true, and other answers stay', () => {
  const source =
    '  return list.includes(origin) && b === c;\n  return a === b ? c : d;\n  return a;\n';
  expect(of(source)[0]).toEqual({
    line: 1,
    what: 'return list.includes(origin) && b === c',
    changed: source.replace('list.includes(origin) && b === c', 'true'),
  });
});

test('a comparison turns, a call goes, and so does the second condition of a query', () => {
  const source = `  const isOurs = a.b === 'c' && d !== e;
  await endSessions(tx, id);
  const row = where(and(eq(t.id, id), eq(t.member, member)));
`;
  expect(
    of(source).map(({ changed }) =>
      changed.split('\n').find((line, at) => line !== source.split('\n')[at]),
    ),
  ).toEqual([
    "  const isOurs = !(a.b === 'c') && d !== e;",
    "  const isOurs = a.b === 'c' && !(d !== e);",
    '',
    '  const row = where(eq(t.id, id));',
  ]);
});
