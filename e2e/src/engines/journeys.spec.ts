import { declareJourneys } from './declare-journeys.ts';
import type { Journey } from './journey.ts';
import { code, giving, offline, photo, purchase } from './journeys/passports.ts';
import { bellLive, expiredSession, manyPages, profile, twoTabs } from './journeys/portal.ts';
import {
  language,
  reset,
  secondStep,
  signInAndVisit,
  signOutEverywhere,
  signUp,
} from './journeys/sign-in.ts';

// @proves 14.680
const JOURNEYS: Readonly<Record<string, Journey>> = {
  'sign-up': signUp,
  'sign-in': signInAndVisit,
  'second step': secondStep,
  reset,
  'expired session in a form': expiredSession,
  profile,
  photo,
  purchase,
  code,
  offline,
  'giving, both sides': giving,
  'bell, live': bellLive,
  'two tabs that renew at once': twoTabs,
  'many pages one after the other': manyPages,
  'sign-out': signOutEverywhere,
  language,
};

declareJourneys(JOURNEYS, ['sign-in', 'code']);
