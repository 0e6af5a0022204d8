import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { signOut } from '@portal/kit/auth';
import {
  type Device,
  endBrowserTrust,
  signOutDevice,
  signOutDevices,
  type TrustedBrowser,
} from '@portal/kit/contract';
import { formatDateTime } from '@portal/kit/i18n';
import { type Deferred, useDeferred, useLocale, useRevalidator } from '@portal/kit/routing';
import {
  Button,
  Card,
  Heading,
  Icon,
  Inline,
  LoadProblem,
  Stack,
  StatusChip,
  Text,
  toast,
} from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { countryName } from '@portal/kit/ui/profile-labels';
import { type ReactNode, useState } from 'react';
import { css } from '#css';
import { rowLine } from '../group.tsx';
import type { Devices } from './data.ts';

/** Lists the signed-in devices, and signed-out ones whose browser needs no second step. */
export function SignedInDevices({ devices }: { readonly devices: Deferred<Devices> }) {
  const answer = useDeferred(devices);
  return (
    <Card as="section" id="devices" tabIndex={-1} aria-labelledby="devices-heading">
      <div className={head}>
        <Heading id="devices-heading">
          <Trans>Signed-in devices</Trans>
        </Heading>
        {answer.ok && (
          <span className={count}>
            <Plural value={answer.data.data.length} one="# device" other="# devices" />
          </span>
        )}
      </div>
      {answer.ok ? (
        <List devices={answer.data.data} trusted={answer.data.trusted_browsers} />
      ) : (
        <LoadProblem error={answer.error} headingId="devices-heading" />
      )}
    </Card>
  );
}

type ListProps = {
  readonly devices: readonly Device[];
  readonly trusted: readonly TrustedBrowser[];
};

function List({ devices, trusted }: ListProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const action = useAction();
  const [everywhere, setEverywhere] = useState(false);
  const others = devices.some(({ current }) => !current);

  async function endOthers(): Promise<void> {
    const answer = await action.send(signOutDevices, { query: {} });
    if (!answer?.ok) return;
    toast(t`All other devices have been signed out.`);
    void revalidate();
  }
  async function endAll(): Promise<void> {
    const answer = await action.send(signOutDevices, { query: { scope: 'all' } });
    if (answer?.ok) await signOut();
  }

  return (
    <Stack gap="md">
      <ApiErrorBanner error={action.error} />
      {trusted.length > 0 && (
        <Text size="sm" tone="muted">
          <Trans>
            In a trusted browser you sign in with your password alone, without the second step.
          </Trans>
        </Text>
      )}
      <ul>
        {devices.map((device) => (
          <OneDevice
            key={device.id}
            device={device}
            trust={trusted.find(({ device_id }) => device_id === device.id)}
          />
        ))}
        {trusted
          .filter(({ device_id }) => device_id === null)
          .map((browser) => (
            <SignedOutBrowser key={browser.id} browser={browser} />
          ))}
      </ul>
      <Inline>
        {others && (
          <ActionButton
            wide="onPhone"
            variant="outline"
            action={action}
            onClick={() => void endOthers()}
          >
            <Trans>Sign out all other devices</Trans>
          </ActionButton>
        )}
        {everywhere ? (
          <>
            <ActionButton
              wide="onPhone"
              variant="danger"
              action={action}
              onClick={() => void endAll()}
            >
              <Trans>Sign out here too</Trans>
            </ActionButton>
            <Button wide="onPhone" variant="outline" onClick={() => setEverywhere(false)}>
              <Trans>Stay signed in</Trans>
            </Button>
          </>
        ) : (
          <Button wide="onPhone" variant="outline" onClick={() => setEverywhere(true)}>
            <Trans>Sign out everywhere</Trans>
          </Button>
        )}
      </Inline>
    </Stack>
  );
}

type DeviceProps = { readonly device: Device; readonly trust: TrustedBrowser | undefined };

function OneDevice({ device, trust }: DeviceProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const action = useAction();
  const name = useDeviceName()(device);

  async function end(): Promise<void> {
    const answer = await action.send(signOutDevice, { params: { id: device.id } });
    if (!answer?.ok) return;
    toast(t`${name} has been signed out.`);
    void revalidate();
  }

  return (
    <Row
      name={name}
      device={device}
      seen={device.last_seen_at}
      trust={trust}
      end={
        device.current ? (
          <StatusChip tone="success">
            <Trans>This device</Trans>
          </StatusChip>
        ) : (
          <ActionButton
            size="sm"
            variant="link"
            aria-label={t`Sign out ${name}`}
            action={action}
            onClick={() => void end()}
          >
            <Trans>Sign out</Trans>
          </ActionButton>
        )
      }
    >
      <ApiErrorBanner error={action.error} />
    </Row>
  );
}

function SignedOutBrowser({ browser }: { readonly browser: TrustedBrowser }) {
  return (
    <Row
      name={useDeviceName()(browser)}
      device={browser}
      seen={browser.last_used_at}
      trust={browser}
      end={
        <StatusChip>
          <Trans>Signed out</Trans>
        </StatusChip>
      }
    />
  );
}

const HANDHELD = /^(iOS|iPadOS|Android)$/;

type RowProps = {
  readonly name: string;
  readonly device: Pick<Device, 'system' | 'country'>;
  /** When it was used last. */
  readonly seen: string;
  readonly trust: TrustedBrowser | undefined;
  readonly end: ReactNode;
  readonly children?: ReactNode;
};

function Row({ name, device, trust, end, children, ...row }: RowProps) {
  const locale = useLocale();
  const { system, country } = device;
  const seen = formatDateTime(row.seen);
  return (
    <li className={`${rowLine} ${item}`}>
      <Stack gap="sm">
        <div className={line}>
          <span className={kind}>
            <Icon name={HANDHELD.test(system ?? '') ? 'phone' : 'laptop'} />
          </span>
          <div>
            <strong>{name}</strong>
            <Text size="sm" tone="muted">
              {country && <>{countryName(country, locale)} · </>}
              <Trans>Last used {seen}</Trans>
            </Text>
          </div>
          {end}
        </div>
        {trust && <BrowserTrust trust={trust} name={name} />}
        {children}
      </Stack>
    </li>
  );
}

function BrowserTrust({ trust, name }: { readonly trust: TrustedBrowser; readonly name: string }) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const action = useAction();
  const until = formatDateTime(trust.trusted_until);

  async function end(): Promise<void> {
    const answer = await action.send(endBrowserTrust, { params: { id: trust.id } });
    if (!answer?.ok) return;
    toast(t`${name} is no longer trusted. The next sign-in there takes the second step again.`);
    void revalidate();
  }

  return (
    <>
      <ApiErrorBanner error={action.error} />
      <Inline>
        <Text size="sm">
          <Trans>Trusted until {until}</Trans>
        </Text>
        <ActionButton
          size="sm"
          variant="outline"
          aria-label={t`Stop trusting ${name}`}
          action={action}
          onClick={() => void end()}
        >
          <Trans>Stop trusting</Trans>
        </ActionButton>
      </Inline>
    </>
  );
}

const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: '3',
});
const count = css({ textStyle: 'note', color: 'ink.muted' });
const item = css({ py: '3' });
const line = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  '& > :nth-child(2)': { flex: '1', minWidth: '0' },
});
const kind = css({ display: 'inline-flex', color: 'ink.muted' });

/** `Chrome · Windows`, or a text when neither is known. */
export function useDeviceName(): (device: Pick<Device, 'browser' | 'system'>) => string {
  const { t } = useLingui();
  return ({ browser, system }) =>
    [browser, system].filter(Boolean).join(' · ') || t`Unknown device`;
}
