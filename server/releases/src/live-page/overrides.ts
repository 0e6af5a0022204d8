import type { SignedEntry } from '@portal/delivery-model/log/entry';
import { permissionRefusal } from '@portal/delivery-model/log/permissions';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { keysOfTeam, releaseKeys } from '@portal/delivery-model/log/release-keys';
import { OPERATOR, teamOf } from '@portal/delivery-model/log/teams';
import { type Override, verifyOverride } from '@portal/delivery-model/override/token';
import { composeAside } from '@portal/delivery-model/page/compose-aside';
import { type ServedPage, servedComposed } from '@portal/delivery-model/page/served-page';
import type { Store } from '@portal/delivery-model/store/store';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import type { ReleaseContext } from '../context.ts';
import { readDocument } from '../log/publish.ts';

/** How many composed pages are kept: each is for one browser, and made again when it is needed. */
const KEPT_PAGES = 16;

type Context = Pick<ReleaseContext, 'config' | 'clock'>;

export type Overrides = {
  /** The override of a token, if its teams may show this now; else why not. */
  check(token: string): Promise<Override | ReleaseRefusal>;
  /**
   * The page that a browser with this slice sees.
   * @throws Error for a page that cannot be composed
   */
  pageOf(token: string, slice: number): Promise<ServedPage | ReleaseRefusal>;
};

/**
 * Overrides of developers (docs/decisions/0056-override.md) and previews (0121). Each request is checked against
 * the last entry of the log, so that the end of a preview, and of a team or a key, ends them.
 * @param latest the last entry that the portal has signed
 */
export function createOverrides(
  { config, clock }: Context,
  store: Pick<Store, 'get'>,
  latest: () => SignedEntry | undefined,
): Overrides {
  const { environment } = config.releases;
  const { operators } = releaseKeys(config);
  const kept = new Map<string, Promise<ServedPage | ReleaseRefusal>>();

  async function verify(token: string, { entry: { state } }: SignedEntry) {
    return verifyOverride(token, {
      audience: config.portalOrigin,
      environment,
      now: clock.now(),
      allowsLocal: config.releases.allowsLocalOverride === true,
      keysOf: (team) => keysOfTeam(team, state, { operators }),
      state,
    });
  }

  /** As for a promotion: each part and the segments of its routes are its team's, and the version is published. */
  async function forbidden({ shown }: Override, { entry: { state } }: SignedEntry) {
    const refusals = shown.map(async ({ part, version = '', local, by }) => {
      const document = local === undefined ? await readDocument(store, part, version) : undefined;
      const operation = { type: 'promote', part, version } as const;
      const rootKeys = operators.map(({ kid }) => kid);
      const refused = permissionRefusal(state, by, operation, { rootKeys, document });
      if (refused || document || local !== undefined) return refused;
      return refusal(
        'unknown-release',
        `The release ${version} of ${part} is not published.`,
        'Publish it first, and check the version.',
      );
    });
    return (await Promise.all(refusals)).find((refused) => refused !== undefined);
  }

  async function compose(
    override: Override,
    entry: SignedEntry,
    slice: number,
  ): Promise<ServedPage | ReleaseRefusal> {
    const refused = await forbidden(override, entry);
    if (refused) return refused;
    const { state, seq } = entry.entry;
    const { expires, shown } = override;
    // Of a local build, which is shown alone.
    const team = shown[0]?.by.team ?? OPERATOR;
    const segments = team === OPERATOR ? undefined : teamOf(state, team)?.segments;
    const until = { ja: momentInJapan('ja', expires), en: momentInJapan('en', expires) };
    const page = { ...override, until, segments };
    const now = clock.now().getTime();
    const options = { wanted: 'plain', seq, now, override: { page, slice } } as const;
    const [variant] = (await composeAside(state, store, options)) ?? [];
    if (!variant) throw new Error('There is no page yet.');
    return servedComposed(variant.page);
  }

  return {
    async check(token) {
      const entry = latest();
      if (!entry) return NO_PAGE;
      const override = await verify(token, entry);
      if ('code' in override) return override;
      return (await forbidden(override, entry)) ?? override;
    },

    async pageOf(token, slice) {
      const entry = latest();
      if (!entry) return NO_PAGE;
      const override = await verify(token, entry);
      if ('code' in override) return override;
      const key = `${entry.hash} ${slice} ${token}`;
      const page = kept.get(key) ?? compose(override, entry, slice);
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
