import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openEmbedded } from '@portal/server-platform/database/embedded';

/** `node make-database-folder.ts <folder>`: a process of its own, because making a database leaves handles open. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Which folder?');

// Written in another folder and then renamed, so that other test processes see the whole database or none.
const draft = `${folder}.${randomUUID()}`;
mkdirSync(draft, { recursive: true });
const database = await openEmbedded(path.join(draft, 'database'));
await database.close();
// Another process may have made it in the meantime, and a folder replaces no other.
if (!existsSync(folder)) renameSync(path.join(draft, 'database'), folder);
rmSync(draft, { recursive: true });
process.exit();
