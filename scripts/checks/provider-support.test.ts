import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliveredPackage } from '../../delivery/src/build/packages.ts';
import { checkSupport } from '../../delivery/src/build/support/check-support.ts';
import { CODE_BOXES_SCRIPT } from '../../server/src/idp/pages/code-boxes-script.ts';
import { PASSKEY_SCRIPT } from '../../server/src/idp/pages/passkey-script.ts';
import { PAGE_STYLE } from '../../server/src/idp/pages/style.ts';
import { SUBMIT_ONCE_SCRIPT } from '../../server/src/idp/pages/submit-once-script.ts';
import { WORK_SCRIPT } from '../../server/src/idp/pages/work-script.ts';

test("the identity provider's pages, which no build makes, run in the same browsers", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'support-'));
  await writeFile(join(folder, 'pages.css'), PAGE_STYLE);
  const scripts = [CODE_BOXES_SCRIPT, PASSKEY_SCRIPT, SUBMIT_ONCE_SCRIPT, WORK_SCRIPT];
  for (const [index, code] of scripts.entries()) await writeFile(join(folder, `${index}.js`), code);
  await expect(checkSupport(deliveredPackage('shell'), folder)).resolves.toBeUndefined();
});
