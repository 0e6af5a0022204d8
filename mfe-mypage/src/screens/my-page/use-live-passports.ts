import { bellNotificationsAtom, useSession } from '@portal/kit/auth';
import { useIsScreenShown } from '@portal/kit/routing';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchFirstPassports, type HomeData } from './data.ts';

type LivePassports = {
  readonly passports: HomeData['passports'];
  /** Asks for them anew. */
  readonly renew: () => void;
};

/**
 * The passports of the home, asked for anew when a notification arrives: it may be about an offer or a
 * payment. What is shown stays until the answer is here, and also if none comes.
 */
export function useLivePassports({ passports }: HomeData): LivePassports {
  const isShown = useIsScreenShown();
  const bell = useSession(bellNotificationsAtom);
  const [renewed, setRenewed] = useState<Pick<HomeData, 'passports'> & { readonly of: object }>();
  // Null: the bell's list is not known, at first and after a change of the language.
  const newest = bell && (bell[0]?.id ?? '');
  const known = useRef(newest);
  const renew = useCallback(() => {
    void fetchFirstPassports().then((answer) => {
      if (answer.ok) setRenewed({ passports: { now: answer }, of: passports });
    });
  }, [passports]);
  useEffect(() => {
    const before = known.current;
    if (newest === null || newest === before) return;
    known.current = newest;
    // A return asks anew by itself.
    if (before !== null && isShown) renew();
  }, [newest, renew, isShown]);
  return { passports: renewed?.of === passports ? renewed.passports : passports, renew };
}
