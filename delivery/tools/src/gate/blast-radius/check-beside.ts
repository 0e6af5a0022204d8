import { SLICE_COOKIE, sliceDigits } from '@portal/delivery-model/canary';
import type { RemoteDocument } from '@portal/delivery-model/document';
import type { Problem } from '@portal/delivery-model/gate';
import { filesBase } from '@portal/delivery-model/page/registry';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Composition, hasParameter } from '../compositions.ts';
import { openRoute } from '../open-route.ts';
import { signIn } from '../sign-in.ts';
import type { ThrowAwayPortal } from '../throw-away-portal.ts';
import { checkBlastRadius } from './check-blast-radius.ts';

/**
 * Opens the main screen of a remote between those of the others, signed in.
 * @param composition the first, whose page the slice 0 gets
 */
export async function checkBeside(
  browser: Browser,
  portal: ThrowAwayPortal,
  candidate: RemoteDocument,
  composition: Composition | undefined,
): Promise<readonly Problem[]> {
  const own = mainScreen(candidate);
  const screens = (composition?.remotes ?? [])
    .filter(({ name }) => name !== candidate.name)
    .flatMap((remote) => mainScreen(remote) ?? []);
  const guarded = [...screens, ...(own ? [own] : [])].find(({ guard }) => guard === 'session');
  if (!own || screens.length === 0) return [];

  /** In a browser of its own each time: nothing of the candidate has run there. */
  async function signedIn<T>(run: (context: BrowserContext) => Promise<T>): Promise<T> {
    const context = await browser.newContext({ locale: 'ja-JP' });
    try {
      const value = sliceDigits(0);
      await context.addCookies([{ name: SLICE_COOKIE, value, url: portal.portal }]);
      if (guarded) await signIn(context, portal, guarded.path, portal.members.session);
      return await run(context);
    } finally {
      await context.close();
    }
  }

  // Some lead this member elsewhere, which may be to the candidate before its turn.
  const others = await signedIn(async (context) => {
    const stay: string[] = [];
    for (const { path } of screens) {
      const opened = await openRoute(context, portal.portal + path, { mayBeUnknown: false });
      if (opened.path === path) stay.push(path);
    }
    return stay;
  });
  return signedIn((context) =>
    checkBlastRadius({
      context,
      origin: portal.portal,
      title: `${candidate.name} ${candidate.version}`,
      container: candidate.federationName,
      files: filesBase(candidate.name),
      ...(candidate.slots && { cardsOf: candidate.name }),
      path: own.path,
      others,
    }),
  );
}

/** The shortest address of a remote that a member may see: one behind the sign-in, else a public one. */
function mainScreen({ rows }: RemoteDocument) {
  const screens = Object.entries(rows)
    .filter(([path]) => !hasParameter(path))
    .map(([path, { guard }]) => ({ path, guard }))
    .sort((a, b) => a.path.length - b.path.length);
  return (
    screens.find(({ guard }) => guard === 'session') ??
    screens.find(({ guard }) => guard === 'public')
  );
}
