import { refused } from '@portal/delivery-model/client/failure';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import type { ComposedPage } from '@portal/delivery-model/page/compose';
import { type ComposeOptions, composeState } from '@portal/delivery-model/page/compose-state';
import {
  configurationKey,
  type PageConfiguration,
  storedConfiguration,
} from '@portal/delivery-model/page/configuration';
import type { EnvironmentState } from '@portal/delivery-model/state';
import type { Store } from '@portal/delivery-model/store/store';
import type { Composition } from './routes.ts';

/**
 * Composes the page of releases that are live together nowhere.
 * @param releases has their documents and files
 * @param preview parts that are shown in place of what is among them
 * @throws CommandFailure where something of them does not come
 */
export async function composeTogether(
  composition: Composition,
  configuration: PageConfiguration,
  releases: Pick<Store, 'get'>,
  preview?: NonNullable<ComposeOptions['preview']>['page'],
): Promise<ComposedPage> {
  const { digest, json } = storedConfiguration(configuration);
  const store: Pick<Store, 'get'> = {
    get: async (key) =>
      key === configurationKey(digest) ? new TextEncoder().encode(json) : releases.get(key),
  };
  const [variant] =
    (await composeState(stateOf(composition, digest), store, {
      now: Date.now(),
      ...(preview && { preview: { page: preview, slice: 0 } }),
    }).catch(notThere)) ?? [];
  if (!variant) throw new Error('A composition without a page.');
  return variant.page;
}

/** @throws CommandFailure since what a page is composed from did not come */
function notThere(cause: unknown): never {
  throw refused(
    'files-unreachable',
    `A page cannot be composed: ${(cause as Error).message}`,
    'Build the part again if the file is of it. Else look whether the portal serves it below /remotes/.',
  );
}

/** A state in which exactly these releases are live: without a canary, and with nothing to fall back to. */
function stateOf({ shell, remotes }: Composition, configuration: string): EnvironmentState {
  const live = ({ version }: ReleaseDocument) => ({
    stable: version,
    since: new Date(0).toISOString(),
  });
  return {
    configuration,
    shell: live(shell),
    remotes: Object.fromEntries(remotes.map((remote) => [remote.name, live(remote)])),
    teams: {},
  };
}
