import { pipeline, Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import { recordEvent } from '@portal/server-members/events';
import { type ActingMember, lockMember, withLockedMember } from '@portal/server-members/members';
import { passportPhotosData } from '@portal/server-passports/schema/passports';
import { type DomainContext, withTransaction } from '@portal/server-platform/database/database';
import {
  exportedColumns,
  isOf,
  type NamedMember,
  type PersonalData,
} from '@portal/server-platform/database/tables';
import { limitMember, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import {
  DATA_EXPORT_LINK_MS,
  DATA_EXPORT_PARAM,
  DATA_EXPORT_PATH,
  todayInJapan,
} from '@portal/shared-contract';
import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { Zip, type ZipInputFile, ZipPassThrough } from 'fflate';
import { issueMailLink, takeMailLink } from '../mail-links/mail-links.ts';

const REQUESTS: RateLimit = { name: 'data-export', limit: 3, windowMs: DATA_EXPORT_LINK_MS };

export async function requestDataExport(
  context: AccountContext,
  { memberId, device }: ActingMember,
): Promise<Outcome<undefined>> {
  const limited = await limitMember(context, REQUESTS, memberId);
  if (limited) return limited;
  return withLockedMember(context, memberId, async (tx, member) => {
    const code = await issueMailLink(tx, member, 'data_export');
    const url = portalUrl(tx, member.locale, DATA_EXPORT_PATH, { [DATA_EXPORT_PARAM]: code });
    await recordEvent(tx, memberId, 'data_export_requested', device);
    const at = tx.clock.now();
    await tx.sendMessage(tx, member, { kind: 'data_export', url, at, device });
    return ok(undefined);
  });
}

/**
 * Spends the link. The ZIP file is made as it is taken, and not kept anywhere.
 * @returns `token.not_found` for a link that was used, has expired or is another member's, which stays
 *   good for that member
 */
export async function takeDataExport(
  context: AccountContext,
  { memberId, device }: ActingMember,
  code: string,
): Promise<Outcome<{ readonly name: string; readonly zip: AsyncIterable<Uint8Array> }>> {
  const taken = await withTransaction(context, async (tx) => {
    const link = await takeMailLink(tx, 'data_export', code, memberId);
    const member = link.kind === 'spent' ? await lockMember(tx, memberId) : undefined;
    if (link.kind !== 'spent' || !member || member.email !== link.row.target) {
      return err('token.not_found');
    }
    await recordEvent(tx, memberId, 'data_exported', device);
    const name = `member-${member.memberCode}-${todayInJapan(tx.clock.now())}.zip`;
    return ok({ name, member });
  });
  if (!taken.ok) return taken;
  const { name, member } = taken.value;
  return ok({ name, zip: zipPieces(collectData(context, member)) });
}

type Row = Readonly<Record<string, unknown>>;
export type CollectedData = {
  readonly files: readonly {
    readonly name: string;
    readonly pages: AsyncIterable<readonly Row[]>;
  }[];
  readonly photos: AsyncIterable<{ readonly name: string; readonly webp: Uint8Array }>;
};

/** So many rows are read and made into text at once: some milliseconds, and then others have their turn. */
const ROWS_AT_ONCE = 50;

/**
 * Everything that the portal holds about a member and that tells them something: of each table the rows
 * and columns that the schema names for it, and nothing by which somebody could sign in.
 * Rows are read when they are asked for, and no connection is kept between them.
 */
export function collectData(
  context: Pick<AccountContext, 'db' | 'tables'>,
  member: NamedMember,
): CollectedData {
  const files = context.tables.flatMap((described) => {
    const exported = exportedColumns(described, member);
    if (exported === undefined) return [];
    // A picture is a file of its own.
    const { webp: _, ...columns } = exported;
    const pages = pagesOf(context, described, member, columns, ROWS_AT_ONCE);
    return [{ name: `${described.file}.json`, pages }];
  });
  return { files, photos: photosOf(context, member) };
}

async function* photosOf(context: Pick<DomainContext, 'db'>, member: NamedMember) {
  const { id, webp } = getTableColumns(passportPhotosData.table);
  const columns = { id: sql`${id}`, webp: sql`${webp}` };
  for await (const [photo] of pagesOf(context, passportPhotosData, member, columns, 1)) {
    const { id, webp } = (photo ?? {}) as { readonly id?: string; readonly webp: Uint8Array };
    if (id !== undefined) yield { name: `photos/${id}.webp`, webp };
  }
}

/** A member's rows of a table, oldest first, each time those that follow the last one. */
async function* pagesOf(
  { db }: Pick<DomainContext, 'db'>,
  described: PersonalData,
  member: NamedMember,
  columns: Readonly<Record<string, SQL>>,
  size: number,
): AsyncGenerator<readonly Row[]> {
  const keys = orderOf(described.table);
  const list = (parts: readonly unknown[]) => sql.join([...parts] as SQL[], sql`, `);
  const place = sql<string[]>`array[${list(keys.map((key) => sql`${key}::text`))}]`;
  let last: readonly string[] | undefined;
  do {
    const values = last?.map(
      (value, i) => sql`${value}::text::${sql.raw(keys[i]?.getSQLType() ?? '')}`,
    );
    const rows = await db
      .select({ ...columns, place })
      .from(described.table)
      .where(and(isOf(described, member), values && sql`(${list(keys)}) > (${list(values)})`))
      .orderBy(...keys)
      .limit(size);
    yield rows.map(({ place: _, ...row }) => row);
    last = rows.length === size ? (rows.at(-1)?.place as readonly string[]) : undefined;
  } while (last);
}

/** The first time that each row has, and what tells rows of the same time apart. */
function orderOf(table: PgTable): readonly PgColumn[] {
  const columns = Object.values(getTableColumns(table)) as PgColumn[];
  const time = columns.find(({ dataType, notNull }) => dataType === 'date' && notNull);
  const primary = getTableConfig(table).primaryKeys.flatMap((key) => key.columns as PgColumn[]);
  return [...(time ? [time] : []), ...columns.filter((one) => one.primary), ...primary];
}

/** ZIP's number for deflate (APPNOTE.TXT §4.4.5). */
const DEFLATE = 8;

/** Packs the data as its pieces are taken. The threads of zlib compress it, so that no other call waits. */
export async function* zipPieces({ files, photos }: CollectedData): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const { name, pages } of files) {
    const file: ZipInputFile = { filename: name, compression: DEFLATE, crc: 0, size: 0 };
    zip.add(file);
    const text = Readable.from(counted(file, jsonPieces(pages)), { objectMode: false });
    // What fails ends both, and reaches this loop.
    for await (const deflated of pipeline(text, createDeflateRaw(), () => {})) {
      file.ondata?.(null, deflated, false);
      yield* pieces.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* pieces.splice(0);
  }
  for await (const { name, webp } of photos) {
    // WebP is compressed already.
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(new Uint8Array(webp), true);
    yield* pieces.splice(0);
    await otherWork();
  }
  zip.end();
  yield* pieces.splice(0);
}

/** The size and checksum of a file stand behind its content. */
async function* counted(file: ZipInputFile, texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    file.crc = crc32(bytes, file.crc);
    file.size += bytes.length;
    yield bytes;
  }
}

async function* jsonPieces(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${before}\n${rows.map((row) => JSON.stringify(row, null, 2)).join(',\n')}`;
    before = ',';
    await otherWork();
  }
  yield before === '[' ? '[]' : '\n]';
}
