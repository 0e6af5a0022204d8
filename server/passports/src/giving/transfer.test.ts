import type { Outcome } from '@portal/server-platform/outcome';
import { sharedServer } from '@portal/server-testing';
import { ADULT, createPassportClient, type PassportClient } from '@portal/server-testing/passports';
import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { cancelPassport } from '../payments/change.ts';
import { passports, passportTransfers } from '../schema/passports.ts';
import { takeBack } from './take-back.ts';
import * as transfer from './transfer.ts';

const RUNS = 10;

/** Three members and one passport; its owner can offer it to either of the others. */
const MEMBERS = [0, 1, 2] as const;
type MemberIndex = (typeof MEMBERS)[number];
type Action =
  | { readonly kind: 'offer'; readonly by: MemberIndex; readonly to: MemberIndex }
  | {
      readonly kind: 'accept' | 'reject' | 'withdraw' | 'cancel' | 'takeBack';
      readonly by: MemberIndex;
    };

/** The model of a transfer: who owns the passport, to whom it is offered, and who has given it before. */
type Model = {
  readonly owner: MemberIndex;
  readonly asked: MemberIndex | null;
  readonly status: 'transferring' | 'accepted' | 'rejected' | null;
  readonly canceled: boolean;
  readonly givers: readonly MemberIndex[];
};
const START: Model = { owner: 0, asked: null, status: null, canceled: false, givers: [] };

/** What the tables tell of it. */
type Seen = Omit<Model, 'givers'>;
const seen = ({ givers: _, ...state }: Model): Seen => state;

/** The next state, or undefined where the action is refused. */
function next(model: Model, action: Action): Model | undefined {
  const { owner, asked, canceled, givers } = model;
  switch (action.kind) {
    case 'offer':
      if (action.by !== owner || action.to === owner || asked !== null || canceled)
        return undefined;
      return { ...model, asked: action.to, status: 'transferring' };
    case 'accept':
      if (asked === null || action.by !== asked) return undefined;
      return {
        ...model,
        owner: asked,
        asked: null,
        status: 'accepted',
        givers: [...givers, owner],
      };
    case 'reject':
      return asked !== null && action.by === asked
        ? { ...model, asked: null, status: 'rejected' }
        : undefined;
    case 'withdraw':
      return asked !== null && action.by === owner
        ? { ...model, asked: null, status: null }
        : undefined;
    case 'cancel':
      if (action.by !== owner || asked !== null || canceled) return undefined;
      // The first of them has paid; anybody else gives the passport back.
      return owner === 0 ? { ...model, canceled: true } : backTo(model, givers.length - 1);
    case 'takeBack': {
      const at = givers.lastIndexOf(action.by);
      return action.by === owner || at < 0 ? undefined : backTo(model, at);
    }
  }
}

function backTo(model: Model, at: number): Model {
  const owner = model.givers[at] ?? model.owner;
  const givers = model.givers.slice(0, at);
  return { ...model, owner, givers, asked: null, status: null, canceled: false };
}

const person = fc.constantFrom(...MEMBERS);
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('offer' as const), by: person, to: person }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'accept' as const,
        'reject' as const,
        'withdraw' as const,
        'takeBack' as const,
      ),
      by: person,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), by: person }) },
);
/** Every action that any member could try. */
const ALL_ACTIONS: readonly Action[] = MEMBERS.flatMap((by): Action[] => [
  ...MEMBERS.map((to) => ({ kind: 'offer' as const, by, to })),
  ...(['accept', 'reject', 'withdraw', 'cancel', 'takeBack'] as const).map((kind) => ({
    kind,
    by,
  })),
]);

/** Actions that lead from the start to each state of a passport. */
const PATHS: readonly (readonly [name: string, actions: readonly Action[]])[] = [
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

const server = sharedServer({ config: { callsPerMinute: 1_000_000 } });
let clients: PassportClient[];
beforeEach(async () => {
  clients = [
    await createPassportClient(server),
    await createPassportClient(server),
    await createPassportClient(server),
  ];
});
const of = (index: MemberIndex): PassportClient => clients[index] as PassportClient;

async function newPassport(): Promise<string> {
  const now = server.clock.now();
  const [passport] = await server.db
    .insert(passports)
    .values({
      ownerId: of(0).id,
      purchaserId: of(0).id,
      designId: 'waves',
      soldAs: ADULT,
      holderKind: 'member',
      holderLastName: '山田',
      holderFirstName: '花子',
      holderDateOfBirth: '1990-04-12',
      // Before its start date, so that it can be cancelled too.
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
  return passport?.id ?? '';
}

function perform(passportId: string, action: Action): Promise<Outcome<unknown>> {
  const who = { memberId: of(action.by).id, passportId };
  server.clock.advance(1);
  switch (action.kind) {
    case 'offer':
      return transfer.startTransfer(server.context, who, of(action.to).code);
    case 'accept':
      return transfer.acceptTransfer(server.context, who);
    case 'reject':
      return transfer.rejectTransfer(server.context, who);
    case 'withdraw':
      return transfer.withdrawTransfer(server.context, who);
    case 'cancel':
      return cancelPassport(server.context, who);
    case 'takeBack':
      return takeBack(server.context, who);
  }
}

/** Reads the model's state from the tables, and checks that there is at most one open offer. */
async function stateOf(passportId: string): Promise<Seen> {
  const [passport] = await server.db.select().from(passports).where(eq(passports.id, passportId));
  const open = await server.db
    .select()
    .from(passportTransfers)
    .where(and(eq(passportTransfers.passportId, passportId), isNull(passportTransfers.outcome)));
  expect(open.length).toBe(passport?.transferStatus === 'transferring' ? 1 : 0);
  const personOf = (id: string | null | undefined) =>
    MEMBERS.find((one) => of(one).id === id) ?? null;
  const owner = personOf(passport?.ownerId);
  if (!passport || owner === null) throw new Error('The passport has no known owner');
  if (open[0]) expect(personOf(open[0].senderId)).toBe(owner);
  return {
    owner,
    asked: personOf(open[0]?.receiverId),
    status: passport.transferStatus,
    canceled: passport.canceledAt !== null,
  };
}

/** Each member's role in their list of passports; null if it is not in the list. */
async function rolesOf(passportId: string): Promise<(string | null)[]> {
  return Promise.all(
    MEMBERS.map(async (one) => {
      const { data } = (await of(one).call('GET', '/passports?limit=100')).body;
      const role = data.find(({ id }: { id: string }) => id === passportId)?.role ?? null;
      return role === 'giver' ? null : role;
    }),
  );
}

// @proves 4.24 4.25 4.26 4.27 4.28
test('any sequence of actions has the result of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 12 }), async (actions) => {
      const passportId = await newPassport();
      let model = START;
      for (const action of actions) {
        const expected = next(model, action);
        const outcome = await perform(passportId, action);
        expect([action, outcome.ok]).toEqual([action, expected !== undefined]);
        model = expected ?? model;
        expect(await stateOf(passportId)).toEqual(seen(model));
      }
    }),
    { numRuns: RUNS },
  );
});

// @proves 14.21
test.each(PATHS)(
  'from %s any two actions at once end as if one followed the other',
  async (_, path) => {
    let model = START;
    for (const step of path) model = next(model, step) ?? model;
    // Skips pairs of which neither action is possible, because they change nothing.
    const possible = ALL_ACTIONS.filter((action) => next(model, action));
    for (const [index, one] of possible.entries()) {
      // Takes each pair once, because the order of the calls does not matter.
      const others = ALL_ACTIONS.filter((action) => !possible.slice(0, index).includes(action));
      // Pairs of two possible actions conflict.
      for (const other of others.filter((action) => possible.includes(action))) {
        const passportId = await newPassport();
        for (const step of path) await perform(passportId, step);
        const outcomes = await Promise.all([perform(passportId, one), perform(passportId, other)]);
        const result = { ok: outcomes.map(({ ok }) => ok), state: await stateOf(passportId) };
        expect([inTurn(model, one, other), inTurn(model, other, one, true)]).toContainEqual(result);
      }
    }
  },
);

/** The model's result of both actions in turn; `swapped` reverses the answers to the order of the calls. */
function inTurn(model: Model, first: Action, second: Action, swapped = false) {
  const between = next(model, first);
  const after = next(between ?? model, second);
  const ok = [between !== undefined, after !== undefined];
  return { ok: swapped ? ok.reverse() : ok, state: seen(after ?? between ?? model) };
}

test('many actions at once leave exactly one owner', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyAction, { minLength: 2, maxLength: 6 }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (rounds) => {
        const passportId = await newPassport();
        for (const actions of rounds) {
          await Promise.all(actions.map((action) => perform(passportId, action)));
          const { owner, asked } = await stateOf(passportId);
          const roles = await rolesOf(passportId);
          expect(roles).toEqual(
            MEMBERS.map((one) => (one === owner ? 'owner' : one === asked ? 'receiver' : null)),
          );
        }
      },
    ),
    { numRuns: 10 },
  );
});

// @proves 4.28 14.30
test('an offer that nobody answers lapses after 14 days', async () => {
  const passportId = await newPassport();
  await perform(passportId, { kind: 'offer', by: 0, to: 1 });
  const DAY_MS = 24 * 60 * 60 * 1000;
  server.clock.advance(14 * DAY_MS);
  await transfer.endLapsedOffers(server.context);
  expect((await stateOf(passportId)).status).toBe('transferring');
  server.clock.advance(1000);
  await transfer.endLapsedOffers(server.context);
  expect(await stateOf(passportId)).toEqual(seen(START));
});
