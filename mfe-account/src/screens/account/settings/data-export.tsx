import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { confirmedPlace } from '@portal/kit/auth';
import { DATA_EXPORT_PARAM, requestDataExport, takeDataExport } from '@portal/kit/contract';
import { mailLinkSecret, useLocation } from '@portal/kit/routing';
import { Banner, Stack, Text } from '@portal/kit/ui';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { StepUpArea, useStepUp } from '@portal/kit/ui/step-up';
import { useState } from 'react';
import { saveAsFile } from '../../../data/save-as-file.ts';
import { SettingRow } from '../setting-row.tsx';

/** The link works once, so a slow line has time for the photos and letters of years. */
const DOWNLOAD_TIMEOUT_MS = 600_000;

export function DataExportRow() {
  const address = useLocation();
  const [code] = useState(() => mailLinkSecret(DATA_EXPORT_PARAM, address));
  const [isBack] = useState(() => confirmedPlace('export_data') !== undefined);
  return (
    <SettingRow
      id="data"
      label={<Trans>Your data</Trans>}
      value={<Trans context="your data">Download</Trans>}
      opened={code !== '' || isBack}
    >
      {code ? <Download code={code} /> : <Request />}
    </SettingRow>
  );
}

function Request() {
  const action = useStepUp('export_data', { inside: true, finish: request });
  const [sent, setSent] = useState(false);
  function request(): void {
    action.perform(requestDataExport, {}, (answer) => setSent(answer.ok));
  }
  return (
    <StepUpArea action={action}>
      <ApiErrorBanner error={action.error} />
      <Text>
        <Trans>
          You can download what we hold about you: profile, passports with photos, notifications and
          activity, in one ZIP file.
        </Trans>
      </Text>
      <div aria-live="polite">
        {sent && (
          <Banner tone="success">
            <Trans>We have sent you an email with a link. It works once, within 24 hours.</Trans>
          </Banner>
        )}
      </div>
      <div>
        <ActionButton wide="onPhone" variant="outline" action={action} onClick={request}>
          <Trans>Send me the link</Trans>
        </ActionButton>
      </div>
    </StepUpArea>
  );
}

function Download({ code }: { readonly code: string }) {
  const { t } = useLingui();
  const action = useAction();
  const [done, setDone] = useState(false);
  async function download(): Promise<void> {
    const answer = await action.run(() =>
      call(takeDataExport, { body: { code } }, { purpose: 'form', timeoutMs: DOWNLOAD_TIMEOUT_MS }),
    );
    if (!answer?.ok) return;
    saveAsFile(answer.data.name, answer.data, answer.data.type);
    setDone(true);
  }
  return (
    <Stack gap="md">
      <ApiErrorBanner error={action.error} />
      <div aria-live="polite">
        {done ? (
          <Banner tone="success">{t`Your data has been downloaded.`}</Banner>
        ) : (
          <Text>
            <Trans>The file has personal data. Keep it where nobody else can read it.</Trans>
          </Text>
        )}
      </div>
      {!done && (
        <div>
          <ActionButton wide="onPhone" action={action} onClick={download}>
            <Trans>Download my data</Trans>
          </ActionButton>
        </div>
      )}
    </Stack>
  );
}
