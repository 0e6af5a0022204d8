import type { PortalConnection } from '@portal/delivery-model/client/connection';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { PUBLISHED_SHELLS_READ } from '@portal/delivery-model/gate';
import { SHELL } from '@portal/delivery-model/log/operations';

/**
 * Reads the newest shells that a portal has, the newest first, once.
 * @returns undefined from a portal that does not answer, or from before it could be asked: a refusal holds without them
 */
export function publishedShells(
  connection: Pick<PortalConnection, 'published' | 'document'>,
): () => Promise<ReleaseDocument[] | undefined> {
  const read = async () => {
    const versions = await connection.published(SHELL);
    return Promise.all(
      versions
        .slice(0, PUBLISHED_SHELLS_READ)
        .map((version) => connection.document(SHELL, version)),
    );
  };
  let shells: Promise<ReleaseDocument[] | undefined> | undefined;
  return () => {
    shells ??= read().catch(() => undefined);
    return shells;
  };
}
