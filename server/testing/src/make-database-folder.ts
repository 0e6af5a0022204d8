import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { openPglite } from '@portal/server-platform/database/embedded';

/**
 * `node make-database-folder.ts <folder>` writes a migrated PGlite database. It is a separate process
 * because creating a database leaves handles open, which would keep a test run from ending.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Which folder?');

// In a new clone nothing else has made the folder yet.
mkdirSync(dirname(folder), { recursive: true });
// Written under another name and then renamed, so that other test processes see the whole folder or none.
const draft = `${folder}.${randomUUID()}`;
const database = await openPglite({ dataDir: draft });
await database.close();
// Another process may have made it in the meantime, and a folder replaces no other.
if (existsSync(folder)) rmSync(draft, { recursive: true });
else renameSync(draft, folder);
process.exit();
