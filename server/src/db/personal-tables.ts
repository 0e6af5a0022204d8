import { callCountsData } from './schema/call-counts.ts';
import { changeUndosData } from './schema/change-undos.ts';
import { stepUpGrantsData, stepUpProofsData, verificationCodesData } from './schema/codes.ts';
import { confirmedBrowsersData } from './schema/confirmed-browsers.ts';
import { connectionTicketsData } from './schema/connection-tickets.ts';
import { credentialsData, passwordAttemptsData } from './schema/credentials.ts';
import { emailChangesData } from './schema/email-changes.ts';
import { memberDeparturesData, memberEventsData } from './schema/events.ts';
import { keptPurchasesData } from './schema/kept-purchases.ts';
import { mailLinksData } from './schema/mail-links.ts';
import { connectionsData, membersData } from './schema/members.ts';
import { notificationsData } from './schema/notifications.ts';
import { oidcPayloadsData, oidcSessionsData } from './schema/oidc.ts';
import { outboxMessagesData } from './schema/outbox.ts';
import {
  passportPaymentsData,
  passportPhotosData,
  passportRemindersData,
  passportsData,
  passportTransfersData,
} from './schema/passports.ts';
import { phoneChangesData } from './schema/phone-changes.ts';
import { pushSubscriptionsData } from './schema/push-subscriptions.ts';
import { rateLimitsData } from './schema/rate-limits.ts';
import { releaseCopiesData } from './schema/release-copies.ts';
import { releaseFiguresData } from './schema/release-figures.ts';
import { releaseLogData } from './schema/release-log.ts';
import {
  passkeyChallengesData,
  passkeysData,
  recoveryCodesData,
  totpSecretsData,
} from './schema/second-factors.ts';
import { signInProgressData } from './schema/sign-in-progress.ts';
import { staffActsData, staffCredentialsData } from './schema/staff.ts';
import { termsAcceptancesData, termsVersionsData } from './schema/terms.ts';
import { trustedBrowsersData } from './schema/trusted-browsers.ts';

/** Every table of the database. */
export const PERSONAL_TABLES = [
  callCountsData,
  changeUndosData,
  verificationCodesData,
  stepUpProofsData,
  stepUpGrantsData,
  confirmedBrowsersData,
  connectionTicketsData,
  credentialsData,
  passwordAttemptsData,
  emailChangesData,
  memberEventsData,
  memberDeparturesData,
  keptPurchasesData,
  mailLinksData,
  membersData,
  connectionsData,
  notificationsData,
  oidcPayloadsData,
  oidcSessionsData,
  outboxMessagesData,
  passportPhotosData,
  passportsData,
  passportRemindersData,
  passportTransfersData,
  passportPaymentsData,
  phoneChangesData,
  pushSubscriptionsData,
  rateLimitsData,
  releaseCopiesData,
  releaseFiguresData,
  releaseLogData,
  passkeysData,
  passkeyChallengesData,
  totpSecretsData,
  recoveryCodesData,
  signInProgressData,
  staffActsData,
  staffCredentialsData,
  termsVersionsData,
  termsAcceptancesData,
  trustedBrowsersData,
] as const;
