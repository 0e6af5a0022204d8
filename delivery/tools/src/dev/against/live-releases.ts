import { refused } from '@portal/delivery-model/client/failure';
import { parseDocument, type ReleaseDocument } from '@portal/delivery-model/document';
import { isRemote, isShell } from '@portal/delivery-model/gate';
import type { Store } from '@portal/delivery-model/store/store';
import { releaseReader } from '../../gate/release-reader.ts';
import type { Composition } from '../../gate/routes.ts';

/** What is live in a portal for everybody. */
export type LiveReleases = Composition & {
  /** Documents and files; each is read from the portal once. */
  readonly releases: Pick<Store, 'get'>;
};

const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Reads what is live in a portal, as everybody may.
 * @throws CommandFailure where the portal does not say it, and where no shell is live
 */
export async function readLive(portalUrl: string): Promise<LiveReleases> {
  const answer = await fetch(`${portalUrl}/api/releases/live`, {
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => undefined);
  if (!answer?.ok) {
    throw refused(
      'unreachable',
      `${portalUrl} does not say what is live there.`,
      'Check the address and the network.',
    );
  }
  const { data } = (await answer.json()) as { data: { documents: unknown[] } };
  const documents: ReleaseDocument[] = data.documents.map((one) =>
    parseDocument(JSON.stringify(one)),
  );
  const shell = documents.find(isShell);
  if (!shell) {
    throw refused(
      'no-page',
      `${portalUrl} has no shell yet, in which a remote could run.`,
      'Let the operator promote one first.',
    );
  }
  const remotes = documents.filter(isRemote);
  return { shell, remotes, releases: releaseReader({ documents, portalUrl }) };
}
