import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { loadMember, userAtom, useSession } from '@portal/kit/auth';
import { getSignInMethods, type SignInMethods, type User } from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import {
  type Deferred,
  deferred,
  LocaleLink,
  useDeferred,
  useLoaderData,
} from '@portal/kit/routing';
import { Card, ExternalLinkButton, Icon, LoadProblem } from '@portal/kit/ui';
import { type ReactNode, Suspense } from 'react';
import { css } from '#css';
import { SectionPage } from '../../../sections.tsx';
import { PasskeyCount, RecoveryCodeCount } from '../../../sign-in-methods.tsx';
import { DataRow, Group } from '../group.tsx';
import { SignInRows } from '../groups.tsx';
import { SettingRow } from '../setting-row.tsx';
import { ActivityRow } from '../settings/activity-list.tsx';
import { type Activities, type Devices, loadActivities, loadDevices } from '../settings/data.ts';
import { SignedInDevices } from '../settings/device-list.tsx';
import { RowsSkeleton } from '../skeleton.tsx';

type Methods = Result<{ readonly member: User; readonly methods: SignInMethods }>;

type Data = {
  /** None where another provider has them. */
  readonly methods: Deferred<Methods> | undefined;
  readonly devices: Deferred<Devices>;
  readonly activities: Deferred<Activities>;
};

export async function loader(): Promise<Data> {
  const [methods, devices, activities] = await Promise.all([
    isOtherProvider() ? undefined : deferred(loadMethods()),
    deferred(loadDevices()),
    deferred(loadActivities()),
  ]);
  return { methods, devices, activities };
}

async function loadMethods(): Promise<Methods> {
  const [member, methods] = await Promise.all([loadMember(), call(getSignInMethods)]);
  if (!member.ok) return member;
  if (!methods.ok) return methods;
  return { ...methods, data: { member: member.data, methods: methods.data.data } };
}

export function Component() {
  const data = useLoaderData<Data>();
  return (
    <SectionPage heading={<Trans>Sign-in and security</Trans>}>
      {/* All at once: what came first would be pushed down. */}
      <Suspense fallback={<RowsSkeleton rows={6} />}>
        <Fetched {...data} />
      </Suspense>
    </SectionPage>
  );
}

function Fetched({ methods, devices, activities }: Data) {
  useDeferred(devices);
  useDeferred(activities);
  return (
    <>
      {methods && <Ways methods={methods} />}
      <SignedInDevices devices={devices} />
      <Card>
        <SecurityRow />
        <ActivityRow activities={activities} />
      </Card>
    </>
  );
}

function Ways({ methods }: { readonly methods: Deferred<Methods> }) {
  const answer = useDeferred(methods);
  const known = useSession(userAtom);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const { member, methods: ways } = answer.data;
  const { passkeys, second_step } = ways;
  const checked = { member: known ?? member, methods: ways };
  // The check-up leads there already.
  const place = placeOfMissing(checked);
  return (
    <>
      <CheckUp {...checked} />
      <Group id="ways" title={<Trans>How you sign in</Trans>}>
        {place !== PASSKEYS && (
          <DataRow to={PASSKEYS} label={<Trans>Passkeys</Trans>}>
            <PasskeyCount count={passkeys} />
          </DataRow>
        )}
        <SignInRows member={known ?? member} />
        {place !== RECOVERY_CODES && (
          <DataRow to={RECOVERY_CODES} label={<Trans>Recovery codes</Trans>}>
            <RecoveryCodeCount count={second_step.recovery_codes_left} />
          </DataRow>
        )}
      </Group>
    </>
  );
}

/** Leads to another identity provider, where password and second steps are set. */
function SecurityRow() {
  const { accountUrl } = window.portal.config.idp;
  return accountUrl === undefined ? null : (
    <SettingRow id="security" label={<Trans>Sign-in and security</Trans>} value={null} opened>
      <ExternalLinkButton href={accountUrl} variant="outline">
        <Trans>Go to your sign-in settings</Trans>
      </ExternalLinkButton>
    </SettingRow>
  );
}

type Props = { readonly member: User; readonly methods: SignInMethods };

const PASSKEYS = '/account/mfa-settings#passkeys';
const RECOVERY_CODES = '/account/mfa-settings#recovery-codes';

/** Where that is added which is missing most; undefined where nothing is. */
function placeOfMissing({ member, methods: { passkeys, second_step } }: Props) {
  if (!member.email_verified) return '/verify-user';
  if (passkeys === 0) return PASSKEYS;
  if (second_step.enabled && second_step.recovery_codes_left === 0) return RECOVERY_CODES;
  return undefined;
}

/** Says in one line what is missing most, and leads to it; or that nothing is. */
function CheckUp(props: Props) {
  switch (placeOfMissing(props)) {
    case '/verify-user':
      return (
        <Missing to="/verify-user">
          <Trans>Confirm your email address, so that important notices reach you.</Trans>
        </Missing>
      );
    case PASSKEYS:
      return (
        <Missing to={PASSKEYS}>
          <Trans>Add a passkey: you then sign in with your face or fingerprint.</Trans>
        </Missing>
      );
    case RECOVERY_CODES:
      return (
        <Missing to={RECOVERY_CODES}>
          <Trans>Create recovery codes, in case you lose your phone.</Trans>
        </Missing>
      );
    case undefined:
      return <AllDone />;
  }
}

function AllDone() {
  return (
    <p className={line} data-done="">
      <Icon name="success" />
      <span>
        <Trans>Your account is well protected.</Trans>
      </span>
    </p>
  );
}

function Missing({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <LocaleLink to={to} className={line}>
      <Icon name="shield" />
      <span className={words}>{children}</span>
      <Icon name="chevron-right" size="sm" />
    </LocaleLink>
  );
}

const line = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '14',
  px: '4',
  py: '3',
  borderRadius: 'lg',
  background: 'accent.soft',
  color: 'ink',
  fontWeight: 'bold',
  lineHeight: 'tight',
  textDecoration: 'none',
  '&[data-done]': { background: 'success.soft', color: 'success' },
  _forcedColors: { border: '1px solid' },
});
const words = css({ flex: '1', minWidth: '0' });
