import { bellNotificationsAtom, useSession } from '@portal/kit/auth';
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
export function useLivePassports({ passports, loadId }: HomeData): LivePassports {
  const bell = useSession(bellNotificationsAtom);
  const [renewed, setRenewed] = useState<Pick<HomeData, 'passports' | 'loadId'>>();
  // Null: the bell's list is not known, at first and after a change of the language.
  const newest = bell && (bell[0]?.id ?? '');
  const known = useRef(newest);
  const renew = useCallback(() => {
    void fetchFirstPassports().then((answer) => {
      if (answer.ok) setRenewed({ passports: { now: answer }, loadId });
    });
  }, [loadId]);
  useEffect(() => {
    const before = known.current;
    if (newest === null || newest === before) return;
    known.current = newest;
    if (before !== null) renew();
  }, [newest, renew]);
  return { passports: renewed?.loadId === loadId ? renewed.passports : passports, renew };
}
