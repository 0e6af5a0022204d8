import type { Entry } from '@portal/delivery-model/log/entry';
import { permissionRefusal } from '@portal/delivery-model/log/permissions';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { composeAside } from '@portal/delivery-model/page/compose-aside';
import { type ServedPage, servedComposed } from '@portal/delivery-model/page/served-page';
import { previewAt, type ShownPreview } from '@portal/delivery-model/preview/preview';
import type { Store } from '@portal/delivery-model/store/store';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import type { ReleaseContext } from '../context.ts';
import { readDocument, unknownRelease } from '../log/documents.ts';

/** How many composed pages are kept: each is for one browser, and made again when it is needed. */
const KEPT_PAGES = 16;

type Context = Pick<ReleaseContext, 'clock'>;

export type Previews = {
  /** The preview of a token, if its teams may show this now; else why not. */
  check(token: string): Promise<ShownPreview | ReleaseRefusal>;
  /** The page that a browser with this slice sees. */
  pageOf(token: string, slice: number): Promise<ServedPage | ReleaseRefusal>;
};

/** Each request is checked against the last entry, so that the end of a preview or team holds at once. */
export function createPreviews(
  { clock }: Context,
  documents: Pick<Store, 'get'>,
  latest: () => Entry | undefined,
): Previews {
  const kept = new Map<string, Promise<ServedPage | ReleaseRefusal>>();

  const find = (token: string, { state }: Entry) =>
    previewAt(token, state, clock.now()) ?? PREVIEW_ENDED;

  /** As for a promotion: each part and the segments of its routes are its team's, and the version is published. */
  async function forbidden({ shown }: ShownPreview, { state }: Entry) {
    const refusals = shown.map(async ({ part, version, by }) => {
      const document = await readDocument(documents, part, version);
      const operation = { type: 'promote', part, version } as const;
      const refused = permissionRefusal(state, by, operation, document);
      if (refused || document) return refused;
      return unknownRelease({ part, version });
    });
    return (await Promise.all(refusals)).find((refused) => refused !== undefined);
  }

  async function compose(
    preview: ShownPreview,
    entry: Entry,
    slice: number,
  ): Promise<ServedPage | ReleaseRefusal> {
    const refused = await forbidden(preview, entry);
    if (refused) return refused;
    const { state, seq } = entry;
    const { expires } = preview;
    const until = { ja: momentInJapan('ja', expires), en: momentInJapan('en', expires) };
    const page = { ...preview, until };
    const now = clock.now().getTime();
    const options = { wanted: 'plain', seq, now, preview: { page, slice } } as const;
    const [variant] = (await composeAside(state, documents, options)) ?? [];
    if (!variant) throw new Error('There is no page yet.');
    return servedComposed(variant.page);
  }

  return {
    async check(token) {
      const entry = latest();
      if (!entry) return NO_PAGE;
      const preview = find(token, entry);
      if ('code' in preview) return preview;
      return (await forbidden(preview, entry)) ?? preview;
    },

    async pageOf(token, slice) {
      const entry = latest();
      if (!entry) return NO_PAGE;
      const preview = find(token, entry);
      if ('code' in preview) return preview;
      const key = `${entry.seq} ${slice} ${token}`;
      const page = kept.get(key) ?? compose(preview, entry, slice);
      // The page that was used last is removed last.
      kept.delete(key);
      kept.set(key, page);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_PAGES && oldest !== undefined) kept.delete(oldest);
      page.catch(() => kept.delete(key));
      return page;
    },
  };
}

const PREVIEW_ENDED = refusal(
  'preview-ended',
  'There is no such preview, or it has ended.',
  'Ask for another address, which `portal preview` prints.',
);
const NO_PAGE = refusal(
  'no-page',
  'This portal has no page yet.',
  'Promote a shell and a configuration first.',
);
