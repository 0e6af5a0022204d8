import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { collectData } from '@portal/server-accounts/export/data-export';
import { emailChanges } from '@portal/server-accounts/schema/changes';
import { eraseClosedAccounts } from '@portal/server-accounts/settings/close-account';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { queryRows } from '@portal/server-platform/database/database';
import { type PersonalData, personalData } from '@portal/server-platform/database/tables';
import { sharedServer, type TestServer } from '@portal/server-testing';
import { ACCEPTED_TERMS } from '@portal/server-testing/members';
import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { PERSONAL_TABLES } from './personal-tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Row = Record<string, unknown>;
/** The rows written so far, by table and role. */
type Written = Map<string, Row>;
type Filled = { readonly described: PersonalData; readonly role: string; readonly row: Row };

/** Whose a row is where no foreign key says it, and what a constraint asks for. */
const NEEDED: Record<string, (owner: MemberRecord, role: string, written: Written) => Row> = {
  verification_codes: ({ id }) => ({ subject: id }),
  outbox_messages: ({ email }) => ({ recipient: email, status: 'sent' }),
  rate_limits: ({ id }) => ({ key: `limit:${id}` }),
  release_history: () => ({ seq: Number(/\d+/.exec(marked())?.[0]) }),
  change_undos: () => ({
    before: { email: marked(), totp: { sealedSecret: 'HIDDEN' } },
    // Two members are a party of a transfer, and it ends with either.
    transferId: null,
  }),
  passports: ({ id }, role) => ({
    ...(role === 'buyerForOther' && { purchaserId: id }),
    holderKind: role === 'buyerForOther' ? 'child' : 'member',
    // A photo stays with the passport's owner.
    ...(role !== 'owner' && { photoId: null }),
    paymentType: 'card',
    paymentStatus: 'paid',
  }),
  passport_payments: (_, _role, written) => ({
    passportId: written.get('passports buyer')?.id,
    status: 'paid',
  }),
};

/** Rows that two members are a party of. */
const SHARED = [
  'passports',
  'passport_changes',
  'passport_transfers',
  'passport_payments',
  'passport_reminders',
  'staff_acts',
];

let count = 0;
const marked = () => {
  count += 1;
  return `mark-${count}@example.com`;
};

const server = sharedServer();
let member: MemberRecord;
let other: MemberRecord;
let filled: Filled[];
let others: Filled[];

beforeAll(async () => {
  member = await fullMember();
  other = await fullMember();
  filled = await fillTables(member, other);
  others = await fillTables(other, member);
});

async function fullMember(): Promise<MemberRecord> {
  const { id } = await server.createMember({});
  const known = await server.db.select().from(members).where(eq(members.id, id));
  const { email, emailNormalized, memberCode, ...values } = valuesOf(members);
  await server.db
    .update(members)
    .set({ ...values, id, closedAt: known[0]?.closedAt ?? null })
    .where(eq(members.id, id));
  const member = await findMemberById(server.context, id);
  if (!member) throw new Error('The member is gone');
  return member;
}

/** Writes a row for each table and role of a member; in its other roles it is somebody else's. */
async function fillTables(owner: MemberRecord, somebody: MemberRecord): Promise<Filled[]> {
  const written: Written = new Map();
  const rows: Filled[] = [{ described: describedOf(members), role: 'member', row: owner }];
  for (const described of inOrderOfKeys()) {
    const { table } = described;
    for (const role of table === members ? [] : rolesOf(described)) {
      const name = getTableName(table);
      const row = {
        ...valuesOf(table),
        ...keysOf(server, described, role, [owner, somebody], written),
        ...NEEDED[name]?.(owner, role, written),
      };
      await server.db.insert(table).values(row as never);
      written.set(`${name} ${role}`, row);
      if (role !== 'nobody') rows.push({ described, role, row });
    }
  }
  return rows;
}

test('every table has answers', async () => {
  const tables = await queryRows<{ table_name: string }>(
    server.db,
    sql`select table_name from information_schema.tables where table_schema = 'public'`,
  );
  const described = PERSONAL_TABLES.map(({ table }) => getTableName(table));
  expect(described.sort()).toEqual(tables.map(({ table_name }) => table_name).sort());
});

test('a column without an answer does not compile', () => {
  expect(() =>
    // @ts-expect-error expiresAt has no answer
    personalData(emailChanges, {
      whose: { member: 'memberId' },
      erased: 'by foreign key',
      columns: { exported: ['email', 'createdAt'], 'joins rows': ['memberId'] },
    }),
  ).not.toThrow();
});

// @proves 12.69 12.530
test('is exported column by column as the schema says, and nothing of anybody else', async () => {
  const { files, photos } = collectData(server.context, member);
  const contents = await Promise.all(files.map(({ pages }) => Readable.from(pages).toArray()));
  const text = JSON.stringify([
    contents,
    (await Readable.from(photos).toArray()).map(({ name }) => name),
  ]);
  const wrong: string[] = [];
  for (const { described, role, row } of filled) {
    for (const [column, value] of distinctValues(described.table, row)) {
      const answer = described.columns[column] ?? '';
      const isExported =
        typeof answer === 'string'
          ? answer === 'exported'
          : typeof answer === 'function' || answer.some((one) => role.startsWith(one));
      // Another row of the passport, or the profile, may say the same.
      const isHidden = !isExported && answer !== 'exported elsewhere' && value !== member.id;
      const at = `${getTableName(described.table)}.${column} as ${role}: ${value}`;
      if (isExported && !text.includes(value)) wrong.push(`missing: ${at}`);
      if (isHidden && text.includes(value)) wrong.push(`not hidden: ${at}`);
    }
  }
  for (const { described, row } of others) {
    if (SHARED.includes(getTableName(described.table))) continue;
    for (const [column, value] of distinctValues(described.table, row))
      if (text.includes(value)) wrong.push(`another member’s ${column}: ${value}`);
  }
  expect(wrong).toEqual([]);
  expect(text).not.toContain('HIDDEN');
});

// @proves 12.63 12.530
test('is erased with the account, and nothing of anybody else', async () => {
  await server.db
    .update(members)
    .set({ closedAt: new Date(server.clock.now().getTime() - 31 * DAY_MS) })
    .where(eq(members.id, member.id));
  await eraseClosedAccounts(server.context);
  const all = await dumpOf(server, () => true);
  for (const fact of [member.id, member.email, member.memberCode]) expect(all).not.toContain(fact);
  const dump = await dumpOf(server, ({ erased }) => typeof erased === 'string');
  const left: string[] = [];
  for (const { described, role, row } of filled) {
    if (role.startsWith('buyer') || typeof described.erased !== 'string') continue;
    for (const [column, value] of distinctValues(described.table, row)) {
      const isOther = value === other.id || [...others].some((one) => valueIn(one, value));
      if (!isOther && dump.includes(value))
        left.push(`${getTableName(described.table)}.${column}: ${value}`);
    }
  }
  expect(left).toEqual([]);
  for (const { described, role, row } of others) {
    if (SHARED.includes(getTableName(described.table))) continue;
    for (const [column, value] of distinctValues(described.table, row))
      expect([column, role, dump.includes(value)]).toEqual([column, role, true]);
  }
});

const valueIn = ({ described, row }: Filled, value: string) =>
  distinctValues(described.table, row).some(([, other]) => other === value);

/** A table that is about nobody has a row too, which others may refer to. */
const rolesOf = ({ roles }: PersonalData) =>
  Object.keys(roles).length > 0 ? Object.keys(roles) : ['nobody'];

function describedOf(table: PgTable): PersonalData {
  const described = PERSONAL_TABLES.find((one) => one.table === table);
  if (!described) throw new Error(`${getTableName(table)} has no answers`);
  return described;
}

/** A table after those that its foreign keys name. */
function inOrderOfKeys(): PersonalData[] {
  const parentsOf = (table: PgTable): PgTable[] =>
    getTableConfig(table)
      .foreignKeys.map((key) => key.reference().foreignTable as PgTable)
      // A row may follow another of its own table.
      .filter((parent) => parent !== table);
  const ordered: PersonalData[] = [];
  const add = (described: PersonalData) => {
    if (ordered.includes(described)) return;
    for (const parent of parentsOf(described.table)) add(describedOf(parent));
    ordered.push(described);
  };
  for (const described of PERSONAL_TABLES) add(described);
  return ordered;
}

/** A value for each column that no other row has, as far as its type allows. */
function valuesOf(table: PgTable): Row {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [name, valueFor(column)]),
  );
}

function valueFor(column: PgColumn): unknown {
  count += 1;
  if (column.enumValues?.length) return column.enumValues[0];
  switch (column.columnType) {
    case 'PgUUID':
      return randomUUID();
    case 'PgTimestamp':
      return new Date(Date.UTC(2031, 0, 1) + count * 1000);
    case 'PgDateString':
      return new Date(Date.UTC(1900, 0, 1 + count)).toISOString().slice(0, 10);
    case 'PgJsonb':
      return [marked()];
    case 'PgArray':
      return [];
    case 'PgBoolean':
      return true;
    case 'PgText':
      return marked();
    case 'PgCustomColumn':
      return new TextEncoder().encode(marked());
    default:
      return 1;
  }
}

/** What the foreign keys of a row name: the owner in the role's column, somebody else in the others. */
function keysOf(
  { db }: TestServer,
  { table, roles }: PersonalData,
  role: string,
  [owner, somebody]: readonly [MemberRecord, MemberRecord],
  written: Written,
): Row {
  const names = Object.entries(getTableColumns(table));
  const condition = db.select().from(table).where(roles[role]?.(owner)).toSQL().sql;
  const roleIsIn = (column: string) => condition.split(' where ')[1]?.includes(`"${column}"`);
  return Object.fromEntries(
    getTableConfig(table).foreignKeys.map((key) => {
      const { columns, foreignTable, foreignColumns } = key.reference();
      const name = names.find(([, one]) => one === columns[0])?.[0] ?? '';
      const parent = getTableName(foreignTable);
      if (foreignTable === members) {
        return [name, roleIsIn(columns[0]?.name ?? '') ? owner.id : somebody.id];
      }
      const [, row] = [...written].find(([of]) => of.startsWith(`${parent} `)) ?? [];
      const named = Object.entries(getTableColumns(foreignTable)).find(
        ([, one]) => one === foreignColumns[0],
      );
      return [name, row?.[named?.[0] ?? ''] ?? null];
    }),
  );
}

/** The values of a row that tell it from all others, as they stand in JSON. */
function distinctValues(table: PgTable, row: Row): [column: string, value: string][] {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  return Object.entries(row).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === ACCEPTED_TERMS) return [];
    if (!columns[name] || columns[name].enumValues?.length) return [];
    if (value instanceof Date) return [[name, value.toISOString()]];
    // A photo is a file of its own.
    if (value instanceof Uint8Array || typeof value === 'boolean' || typeof value === 'number') {
      return [];
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const found = /mark-\d+@example\.com|[\da-f-]{36}|^\d{4}-\d\d-\d\d$/.exec(text)?.[0];
    return found === undefined ? [] : [[name, found]];
  });
}

/** Every row of the tables, as JSON. */
async function dumpOf(
  { db }: TestServer,
  isWanted: (described: PersonalData) => boolean,
): Promise<string> {
  const rows: unknown[] = [];
  for (const { table } of PERSONAL_TABLES.filter(isWanted)) {
    rows.push(await db.select().from(table));
  }
  return JSON.stringify(rows, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}
