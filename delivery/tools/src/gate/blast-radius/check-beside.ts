import type { RemoteDocument } from '@portal/delivery-model/document';
import type { Problem } from '@portal/delivery-model/gate';
import { filesBase } from '@portal/delivery-model/page/registry';
import type { Browser } from 'playwright-core';
import { hasParameter } from '../routes.ts';
import { signIn } from '../sign-in.ts';
import type { ThrowAwayPortal } from '../throw-away-portal.ts';
import { checkBlastRadius } from './check-blast-radius.ts';

/** Opens the main screen of a remote between those of the others, signed in, in a browser in which it has not run. */
export async function checkBeside(
  browser: Browser,
  portal: ThrowAwayPortal,
  candidate: RemoteDocument,
  remotes: readonly RemoteDocument[],
): Promise<readonly Problem[]> {
  const own = mainScreen(candidate, 'session') ?? mainScreen(candidate, 'public');
  // Public ones may lead a signed-in member elsewhere, which may be to the candidate before its turn.
  const others = remotes.flatMap((one) =>
    one.name === candidate.name ? [] : (mainScreen(one, 'session') ?? []),
  );
  const [home] = others;
  if (own === undefined || home === undefined) return [];
  const context = await browser.newContext({ locale: 'ja-JP' });
  try {
    await signIn(context, portal, home, portal.members.session);
    return await checkBlastRadius({
      context,
      origin: portal.portal,
      title: `${candidate.name} ${candidate.version}`,
      container: candidate.federationName,
      files: filesBase(candidate.name),
      ...(candidate.slots && { cardsOf: candidate.name }),
      path: own,
      others,
    });
  } finally {
    await context.close();
  }
}

/** The shortest address of a remote with a guard. */
const mainScreen = ({ rows }: RemoteDocument, wanted: 'session' | 'public'): string | undefined =>
  Object.entries(rows)
    .flatMap(([path, { guard }]) => (guard === wanted && !hasParameter(path) ? [path] : []))
    .sort((a, b) => a.length - b.length)[0];
