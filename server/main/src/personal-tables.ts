import * as browsers from '@portal/server-accounts/schema/browsers';
import * as changes from '@portal/server-accounts/schema/changes';
import * as codes from '@portal/server-accounts/schema/codes';
import * as secondStepMethods from '@portal/server-accounts/schema/second-step-methods';
import * as oidc from '@portal/server-identity/schema/oidc';
import * as outbox from '@portal/server-mail/schema/outbox';
import * as events from '@portal/server-members/schema/events';
import * as members from '@portal/server-members/schema/members';
import * as sessions from '@portal/server-members/schema/sessions';
import * as staffCredentials from '@portal/server-members/schema/staff-credentials';
import * as terms from '@portal/server-members/schema/terms';
import * as broadcasts from '@portal/server-notifications/schema/broadcasts';
import * as notifications from '@portal/server-notifications/schema/notifications';
import * as pushSubscriptions from '@portal/server-notifications/schema/push-subscriptions';
import * as keptPurchases from '@portal/server-passports/schema/kept-purchases';
import * as passports from '@portal/server-passports/schema/passports';
import * as staff from '@portal/server-passports/schema/staff';
import * as platform from '@portal/server-platform/database/schema/platform';
import type { PersonalData } from '@portal/server-platform/database/tables';
import * as releaseDocuments from '@portal/server-releases/schema/release-documents';
import * as releaseHistory from '@portal/server-releases/schema/release-history';
import * as releaseLoads from '@portal/server-releases/schema/release-loads';

const SCHEMAS = [
  [browsers, changes, codes, secondStepMethods],
  [oidc],
  [outbox],
  [events, members, sessions, staffCredentials, terms],
  [broadcasts, notifications, pushSubscriptions],
  [keptPurchases, passports, staff],
  [platform],
  [releaseDocuments, releaseHistory, releaseLoads],
].flat();

/** Every table of the database, with the answers that stand below it in its schema. */
export const PERSONAL_TABLES: readonly PersonalData[] = SCHEMAS.flatMap((schema) =>
  Object.values(schema).filter(isPersonalData),
);

function isPersonalData(value: unknown): value is PersonalData {
  return typeof value === 'object' && value !== null && 'table' in value && 'erased' in value;
}
