import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { createReleaseClient } from '@portal/delivery-model/client/client';
import type { PageConfiguration } from '@portal/delivery-model/page/configuration';
import { openStore } from '@portal/delivery-model/store/open-store';
import { portalConfig } from '@portal/delivery-model/testing/portal-config';
import type { TestRelease } from '@portal/delivery-model/testing/release';

/** With which tests call as the operator. */
export const OPERATOR_TOKEN = 'the-token-of-the-operator-in-tests';

/** A store of a test's own, and the setting with which a test server uses it. */
export function testStore() {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-release-store-'));
  const setting = { kind: 'folder', folder } as const;
  return {
    store: openStore(setting),
    releases: { store: setting, token: OPERATOR_TOKEN },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The configuration of a page. @param brand the name, in English */
export const pageConfiguration = (brand = 'Tsubame'): PageConfiguration => ({
  config: portalConfig({ brand: { name: { ja: 'つばめ', en: brand }, design: 'mountain' } }),
  security: { contacts: ['mailto:security@portal.example'], expires: '2027-03-31T00:00:00.000Z' },
});

/** Publishes a release with all of its files. */
export async function publish(
  client: Pick<ReturnType<typeof createReleaseClient>, 'publish'>,
  { document, files }: TestRelease,
): Promise<void> {
  await client.publish(document, async (file) => files[file] ?? new Uint8Array());
}

/** The operation that makes a release live. @param share per cent, as canary */
export const promotion = (
  {
    document: { name, version },
  }: { readonly document: Pick<TestRelease['document'], 'name' | 'version'> },
  share?: number,
) =>
  ({
    type: 'promote',
    part: name,
    version,
    withoutGate: 'A test.',
    ...(share !== undefined && { share }),
  }) as const;
