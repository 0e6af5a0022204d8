import {
  confirmedBrowsersData,
  trustedBrowsersData,
} from '@portal/server-accounts/schema/browsers';
import {
  changeUndosData,
  emailChangesData,
  phoneChangesData,
} from '@portal/server-accounts/schema/changes';
import {
  connectionTicketsData,
  mailLinksData,
  stepUpGrantsData,
  stepUpsData,
  verificationCodesData,
} from '@portal/server-accounts/schema/codes';
import {
  passkeyChallengesData,
  passkeysData,
  recoveryCodesData,
  totpSecretsData,
} from '@portal/server-accounts/schema/second-step-methods';
import { oidcPayloadsData, signInProgressData } from '@portal/server-identity/schema/oidc';
import { outboxMessagesData } from '@portal/server-mail/schema/outbox';
import { memberDeparturesData, memberEventsData } from '@portal/server-members/schema/events';
import {
  connectionsData,
  credentialsData,
  membersData,
  passwordAttemptsData,
} from '@portal/server-members/schema/members';
import { oidcSessionsData } from '@portal/server-members/schema/sessions';
import { staffCredentialsData } from '@portal/server-members/schema/staff-credentials';
import { termsAcceptancesData, termsVersionsData } from '@portal/server-members/schema/terms';
import { broadcastReadsData, broadcastsData } from '@portal/server-notifications/schema/broadcasts';
import { notificationsData } from '@portal/server-notifications/schema/notifications';
import { pushSubscriptionsData } from '@portal/server-notifications/schema/push-subscriptions';
import {
  keptPurchasesData,
  restoresData,
  unknownPaymentsData,
} from '@portal/server-passports/schema/kept-purchases';
import {
  passportChangesData,
  passportPaymentsData,
  passportPhotosData,
  passportRemindersData,
  passportsData,
  passportTransfersData,
} from '@portal/server-passports/schema/passports';
import { staffActsData } from '@portal/server-passports/schema/staff';
import {
  callCountsData,
  rateLimitsData,
  schemaFloorData,
} from '@portal/server-platform/database/schema/platform';
import { releaseDocumentsData } from '@portal/server-releases/schema/release-documents';
import { releaseHistoryData } from '@portal/server-releases/schema/release-history';
import { releaseLoadsData } from '@portal/server-releases/schema/release-loads';

/** Every table of the database. */
export const PERSONAL_TABLES = [
  restoresData,
  unknownPaymentsData,
  broadcastsData,
  broadcastReadsData,
  callCountsData,
  changeUndosData,
  verificationCodesData,
  stepUpsData,
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
  passportChangesData,
  passportTransfersData,
  passportPaymentsData,
  phoneChangesData,
  pushSubscriptionsData,
  rateLimitsData,
  releaseDocumentsData,
  releaseLoadsData,
  releaseHistoryData,
  passkeysData,
  passkeyChallengesData,
  totpSecretsData,
  recoveryCodesData,
  schemaFloorData,
  signInProgressData,
  staffActsData,
  staffCredentialsData,
  termsVersionsData,
  termsAcceptancesData,
  trustedBrowsersData,
] as const;
