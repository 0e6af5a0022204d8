import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPglite } from '@portal/server-platform/database/embedded';

/**
 * `node make-snapshot.ts <file>` writes an archive of a migrated PGlite database. It is a separate
 * process because creating a database leaves handles open, which would keep a test run from ending.
 */
const [file] = process.argv.slice(2);
if (!file) throw new Error('Which file?');

const database = await openPglite({});
const archive = await database.pglite.dumpDataDir('none');
await database.close();
mkdirSync(path.dirname(file), { recursive: true });
// Written under another name and then renamed, so that other test processes see the whole file or none.
const draft = `${file}.${randomUUID()}`;
writeFileSync(draft, Buffer.from(await archive.arrayBuffer()));
renameSync(draft, file);
process.exit();
