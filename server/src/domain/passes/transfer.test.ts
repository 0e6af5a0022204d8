import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { passports, passportTransfers } from '../../db/schema/passes.ts';
import { DATABASES, startTestServer, type TestServer } from '../../testing/index.ts';
import { type PassClient, passClient } from '../../testing/passes.ts';
import type { Outcome } from '../account/outcome.ts';
import { cancelPass } from './change.ts';
import * as transfer from './transfer.ts';

jest.setTimeout(120_000);
const RUNS = 20;

/** Three members and one pass: whoever has it can offer it to either of the others. */
const PEOPLE = [0, 1, 2] as const;
type Person = (typeof PEOPLE)[number];
type Act =
  | { readonly kind: 'offer'; readonly by: Person; readonly to: Person }
  | { readonly kind: 'accept' | 'reject' | 'withdraw' | 'cancel'; readonly by: Person };

/** What a transfer is, without a database: who owns the pass, and who is asked. */
type Model = {
  readonly owner: Person;
  readonly asked: Person | null;
  readonly status: 'transferring' | 'accepted' | 'rejected' | null;
  readonly canceled: boolean;
};
const START: Model = { owner: 0, asked: null, status: null, canceled: false };

/** The next state, or undefined where the act is refused. */
function next(model: Model, act: Act): Model | undefined {
  const { owner, asked, canceled } = model;
  switch (act.kind) {
    case 'offer':
      if (act.by !== owner || act.to === owner || asked !== null || canceled) return undefined;
      return { ...model, asked: act.to, status: 'transferring' };
    case 'accept':
      if (asked === null || act.by !== asked) return undefined;
      return { ...model, owner: asked, asked: null, status: 'accepted' };
    case 'reject':
      return asked !== null && act.by === asked
        ? { ...model, asked: null, status: 'rejected' }
        : undefined;
    case 'withdraw':
      return asked !== null && act.by === owner
        ? { ...model, asked: null, status: null }
        : undefined;
    case 'cancel':
      return act.by === owner && asked === null && !canceled
        ? { ...model, canceled: true }
        : undefined;
  }
}

const person = fc.constantFrom(...PEOPLE);
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('offer' as const), by: person, to: person }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('accept' as const, 'reject' as const, 'withdraw' as const),
      by: person,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), by: person }) },
);
/** Every act that anybody could try. */
const ALL_ACTS: readonly Act[] = PEOPLE.flatMap((by): Act[] => [
  ...PEOPLE.map((to) => ({ kind: 'offer' as const, by, to })),
  ...(['accept', 'reject', 'withdraw', 'cancel'] as const).map((kind) => ({ kind, by })),
]);

/** Acts that lead from the start to each state that a pass can be in. */
const WAYS: readonly (readonly [name: string, acts: readonly Act[]])[] = [
  ['untouched', []],
  ['offered', [{ kind: 'offer', by: 0, to: 1 }]],
  [
    'accepted',
    [
      { kind: 'offer', by: 0, to: 1 },
      { kind: 'accept', by: 1 },
    ],
  ],
  [
    'rejected',
    [
      { kind: 'offer', by: 0, to: 1 },
      { kind: 'reject', by: 1 },
    ],
  ],
  [
    'offered on',
    [
      { kind: 'offer', by: 0, to: 1 },
      { kind: 'accept', by: 1 },
      { kind: 'offer', by: 1, to: 2 },
    ],
  ],
  ['cancelled', [{ kind: 'cancel', by: 0 }]],
];

describe.each(DATABASES)('transfers on %s', (database) => {
  let server: TestServer;
  let people: PassClient[];
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 1_000_000 } });
  });
  beforeEach(async () => {
    people = [await passClient(server), await passClient(server), await passClient(server)];
  });
  afterAll(() => server.close());
  const of = (who: Person): PassClient => people[who] as PassClient;

  async function newPass(): Promise<string> {
    const now = server.clock.now();
    const [pass] = await server.db
      .insert(passports)
      .values({
        ownerId: of(0).id,
        designId: 'waves',
        holderKind: 'member',
        holderLastName: '山田',
        holderFirstName: '花子',
        holderDateOfBirth: '1990-04-12',
        // Not begun: it can be cancelled too.
        usageStartDate: '2999-01-01',
        extExpirationDate: '2999-12-31',
        extPermission: 10,
        price: 9800,
        paymentType: 'counter',
        paymentStatus: 'paid',
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    return pass?.id ?? '';
  }

  function perform(passId: string, act: Act): Promise<Outcome<unknown>> {
    const who = { memberId: of(act.by).id, passId };
    switch (act.kind) {
      case 'offer':
        return transfer.startTransfer(server.context, who, of(act.to).code);
      case 'accept':
        return transfer.acceptTransfer(server.context, who);
      case 'reject':
        return transfer.rejectTransfer(server.context, who);
      case 'withdraw':
        return transfer.withdrawTransfer(server.context, who);
      case 'cancel':
        return cancelPass(server.context, who);
    }
  }

  /** The pass as the model sees it, read from the tables; one owner, and one open offer at most. */
  async function stateOf(passId: string): Promise<Model> {
    const [pass] = await server.db.select().from(passports).where(eq(passports.id, passId));
    const open = await server.db
      .select()
      .from(passportTransfers)
      .where(and(eq(passportTransfers.passportId, passId), isNull(passportTransfers.outcome)));
    expect(open.length).toBe(pass?.transferStatus === 'transferring' ? 1 : 0);
    const personOf = (id: string | null | undefined) =>
      PEOPLE.find((one) => of(one).id === id) ?? null;
    const owner = personOf(pass?.ownerId);
    if (!pass || owner === null) throw new Error('A pass is owned by nobody');
    if (open[0]) expect(personOf(open[0].senderId)).toBe(owner);
    return {
      owner,
      asked: personOf(open[0]?.receiverId),
      status: pass.transferStatus,
      canceled: pass.canceledAt !== null,
    };
  }

  /** Who has the pass in their list, and as what. */
  async function rolesOf(passId: string): Promise<(string | null)[]> {
    return Promise.all(
      PEOPLE.map(async (one) => {
        const { data } = (await of(one).call('GET', '/passports?limit=100')).body;
        return data.find(({ id }: { id: string }) => id === passId)?.role ?? null;
      }),
    );
  }

  test('any row of acts goes as the model says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 1, maxLength: 12 }), async (acts) => {
        const passId = await newPass();
        let model = START;
        for (const act of acts) {
          const expected = next(model, act);
          const outcome = await perform(passId, act);
          expect([act, outcome.ok]).toEqual([act, expected !== undefined]);
          model = expected ?? model;
          expect(await stateOf(passId)).toEqual(model);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test.each(WAYS)('from %s every act leads where the model says', async (_, way) => {
    for (const act of ALL_ACTS) {
      const passId = await newPass();
      let model = START;
      for (const step of way) {
        model = next(model, step) ?? model;
        await perform(passId, step);
      }
      const expected = next(model, act);
      expect([act, (await perform(passId, act)).ok]).toEqual([act, expected !== undefined]);
      expect([act, await stateOf(passId)]).toEqual([act, expected ?? model]);
    }
  });

  test.each(WAYS)('from %s every two acts at once end like one after the other', async (_, way) => {
    let model = START;
    for (const step of way) model = next(model, step) ?? model;
    // What could happen at all: two acts of which neither is possible change nothing.
    const possible = ALL_ACTS.filter((act) => next(model, act));
    for (const [index, one] of possible.entries()) {
      // Each two once: which of them is called first says nothing.
      for (const other of ALL_ACTS.filter((act) => !possible.slice(0, index).includes(act))) {
        const passId = await newPass();
        for (const step of way) await perform(passId, step);
        const outcomes = await Promise.all([perform(passId, one), perform(passId, other)]);
        const result = { ok: outcomes.map(({ ok }) => ok), state: await stateOf(passId) };
        expect([inTurn(model, one, other), inTurn(model, other, one, true)]).toContainEqual(result);
      }
    }
  });

  /** Both acts one after the other; `swapped` tells the answers in the order of the call. */
  function inTurn(model: Model, first: Act, second: Act, swapped = false) {
    const between = next(model, first);
    const after = next(between ?? model, second);
    const ok = [between !== undefined, after !== undefined];
    return { ok: swapped ? ok.reverse() : ok, state: after ?? between ?? model };
  }

  test('many acts at once leave the pass with exactly one owner', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyAct, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const passId = await newPass();
          for (const acts of rounds) {
            await Promise.all(acts.map((act) => perform(passId, act)));
            const { owner, asked } = await stateOf(passId);
            const roles = await rolesOf(passId);
            expect(roles).toEqual(
              PEOPLE.map((one) => (one === owner ? 'owner' : one === asked ? 'receiver' : null)),
            );
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  test('two members who give each other a pass at once do not block each other', async () => {
    const [mine, theirs] = [await newPass(), await newPass()];
    await perform(theirs, { kind: 'offer', by: 0, to: 1 });
    await perform(theirs, { kind: 'accept', by: 1 });
    await Promise.all([
      perform(mine, { kind: 'offer', by: 0, to: 1 }),
      perform(theirs, { kind: 'offer', by: 1, to: 0 }),
    ]);
    await Promise.all([
      perform(mine, { kind: 'accept', by: 1 }),
      perform(theirs, { kind: 'accept', by: 0 }),
    ]);
    expect([(await stateOf(mine)).owner, (await stateOf(theirs)).owner]).toEqual([1, 0]);
  });

  test('an offer that nobody answers ends after two weeks', async () => {
    const passId = await newPass();
    await perform(passId, { kind: 'offer', by: 0, to: 1 });
    const DAY_MS = 24 * 60 * 60 * 1000;
    server.clock.advance(14 * DAY_MS);
    await transfer.endLapsedOffers(server.context);
    expect((await stateOf(passId)).status).toBe('transferring');
    server.clock.advance(1000);
    await transfer.endLapsedOffers(server.context);
    expect(await stateOf(passId)).toEqual(START);
  });
});
