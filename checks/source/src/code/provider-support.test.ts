import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSupport } from '@portal/delivery-builder/check-support';
import { deliveredPackage } from '@portal/delivery-builder/workspace/packages';
import {
  CODE_BOXES_SCRIPT,
  PASSKEY_SCRIPT,
  WORK_SCRIPT,
} from '@portal/server-identity/pages/scripts';
import { PAGE_STYLE, SUBMIT_ONCE_SCRIPT } from '@portal/server-platform/pages/layout';

test("the identity provider's pages, which no build makes, run in the same browsers", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'support-'));
  await writeFile(join(folder, 'pages.css'), PAGE_STYLE);
  const scripts = [CODE_BOXES_SCRIPT, PASSKEY_SCRIPT, SUBMIT_ONCE_SCRIPT, WORK_SCRIPT];
  for (const [index, code] of scripts.entries()) await writeFile(join(folder, `${index}.js`), code);
  await expect(checkSupport(deliveredPackage('shell'), folder)).resolves.toBeUndefined();
});
