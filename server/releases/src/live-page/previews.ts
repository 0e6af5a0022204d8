import type { SignedEntry } from '@portal/delivery-model/log/entry';
import { permissionRefusal } from '@portal/delivery-model/log/permissions';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { keysOfTeam, releaseKeys } from '@portal/delivery-model/log/release-keys';
import { composeAside } from '@portal/delivery-model/page/compose-aside';
import { type ServedPage, servedComposed } from '@portal/delivery-model/page/served-page';
import { type ShownPreview, verifyPreview } from '@portal/delivery-model/preview/token';
import type { Store } from '@portal/delivery-model/store/store';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import type { ReleaseContext } from '../context.ts';
import { readDocument } from '../log/publish.ts';

/** How many composed pages are kept: each is for one browser, and made again when it is needed. */
const KEPT_PAGES = 16;

type Context = Pick<ReleaseContext, 'config' | 'clock'>;

export type Previews = {
  /** The preview of a token, if its teams may show this now; else why not. */
  check(token: string): Promise<ShownPreview | ReleaseRefusal>;
  /**
   * The page that a browser with this slice sees.
   * @throws Error for a page that cannot be composed
   */
  pageOf(token: string, slice: number): Promise<ServedPage | ReleaseRefusal>;
};

/**
 * Previews (docs/decisions/0121-previews.md). Each request is checked against the last entry of the log, so that the
 * end of a preview, of a team or of a key ends them in every browser.
 * @param latest the last entry that the portal has signed
 */
export function createPreviews(
  { config, clock }: Context,
  store: Pick<Store, 'get'>,
  latest: () => SignedEntry | undefined,
): Previews {
  const { environment } = config.releases;
  const { operators } = releaseKeys(config);
  const kept = new Map<string, Promise<ServedPage | ReleaseRefusal>>();

  async function verify(token: string, { entry: { state } }: SignedEntry) {
    return verifyPreview(token, {
      audience: config.portalOrigin,
      environment,
      now: clock.now(),
      keysOf: (team) => keysOfTeam(team, state, { operators }),
      state,
    });
  }

  /** As for a promotion: each part and the segments of its routes are its team's, and the version is published. */
  async function forbidden({ shown }: ShownPreview, { entry: { state } }: SignedEntry) {
    const refusals = shown.map(async ({ part, version, by }) => {
      const document = await readDocument(store, part, version);
      const operation = { type: 'promote', part, version } as const;
      const rootKeys = operators.map(({ kid }) => kid);
      const refused = permissionRefusal(state, by, operation, { rootKeys, document });
      if (refused || document) return refused;
      return refusal(
        'unknown-release',
        `The release ${version} of ${part} is not published.`,
        'Publish it first, and check the version.',
      );
    });
    return (await Promise.all(refusals)).find((refused) => refused !== undefined);
  }

  async function compose(
    preview: ShownPreview,
    entry: SignedEntry,
    slice: number,
  ): Promise<ServedPage | ReleaseRefusal> {
    const refused = await forbidden(preview, entry);
    if (refused) return refused;
    const { state, seq } = entry.entry;
    const { expires } = preview;
    const until = { ja: momentInJapan('ja', expires), en: momentInJapan('en', expires) };
    const page = { ...preview, until };
    const now = clock.now().getTime();
    const options = { wanted: 'plain', seq, now, preview: { page, slice } } as const;
    const [variant] = (await composeAside(state, store, options)) ?? [];
    if (!variant) throw new Error('There is no page yet.');
    return servedComposed(variant.page);
  }

  return {
    async check(token) {
      const entry = latest();
      if (!entry) return NO_PAGE;
      const preview = await verify(token, entry);
      if ('code' in preview) return preview;
      return (await forbidden(preview, entry)) ?? preview;
    },

    async pageOf(token, slice) {
      const entry = latest();
      if (!entry) return NO_PAGE;
      const preview = await verify(token, entry);
      if ('code' in preview) return preview;
      const key = `${entry.hash} ${slice} ${token}`;
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

const NO_PAGE = refusal(
  'no-page',
  'This portal has no page yet.',
  'Promote a shell and a configuration first.',
);
