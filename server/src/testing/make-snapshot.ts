import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPglite } from '../db/embedded.ts';

/**
 * `node make-snapshot.ts <file>`: a migrated PGlite as an archive.
 * A process of its own: the creation of a database leaves handles that would keep a test run open.
 */
const [file] = process.argv.slice(2);
if (!file) throw new Error('Which file?');

const database = await openPglite({});
const archive = await database.pglite.dumpDataDir('none');
await database.close();
mkdirSync(path.dirname(file), { recursive: true });
// Written beside and moved into place: other test processes see all of it or nothing.
const draft = `${file}.${randomUUID()}`;
writeFileSync(draft, Buffer.from(await archive.arrayBuffer()));
renameSync(draft, file);
process.exit();
