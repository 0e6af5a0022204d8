import { Trans, useLingui } from '@lingui/react/macro';
import { call, loadPrefectures } from '@portal/shared-api';
import { userSaved } from '@portal/shared-auth';
import { type Prefecture, updateMe } from '@portal/shared-contract';
import { type LoaderFunctionArgs, useGo, useLoaderData, useLocale } from '@portal/shared-routing';
import {
  Card,
  Description,
  DescriptionList,
  Inline,
  LinkButton,
  Stack,
  Text,
  VisuallyHidden,
} from '@portal/shared-ui';
import { ActionButton, ApiErrorBanner, FlowPage } from '@portal/shared-ui/forms';
import { type ChangeRow, changeRows, formatPhone } from '@portal/shared-ui/profile-labels';
import { useStepUp } from '@portal/shared-ui/step-up';
import { type ReactElement, useState } from 'react';
import { css } from '#css';
import { editFlow, STEPS } from './flow.ts';
import { useStepNames } from './step-names.ts';
import { UnsavedChangesPrompt } from './unsaved-changes-prompt.tsx';

type Data = {
  readonly prefectures: readonly Prefecture[];
  readonly phones: { readonly before: string | undefined; readonly after: string | undefined };
};

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const other = editFlow.openStep(request);
  if (other) return other;
  const state = editFlow.state();
  const editing = state.kind === 'editing' ? state : undefined;
  const [prefectures, before, after] = await Promise.all([
    loadPrefectures(),
    written(editing?.original.phone),
    written(editing?.changes?.phone),
  ]);
  // Without this list a prefecture has no name; the form step has usually loaded it.
  return { prefectures: prefectures.ok ? prefectures.data : [], phones: { before, after } };
}

/** The formatted number, or the stored one when the formatting data cannot be loaded. */
const written = async (number: string | null | undefined) =>
  number ? formatPhone(number).catch(() => number) : undefined;

/** Second step: shows what will change, and saves it. */
export function Component(): ReactElement {
  const { i18n } = useLingui();
  const locale = useLocale();
  const go = useGo();
  const data = useLoaderData<Data>();
  // The state when the step opened, so that saving does not redraw this page before the next one
  // shows.
  const [state] = useState(editFlow.state);
  const action = useStepUp('mfa_edit_account');

  const changes = state.kind === 'editing' ? state.changes : null;
  const rows =
    state.kind === 'editing' && changes
      ? changeRows({ original: state.original, changes, locale, i18n, ...data })
      : [];

  function save(): void {
    if (!changes) return;
    action.perform(
      () => call(updateMe, { body: changes }, { purpose: 'form' }),
      (answer) => {
        if (answer.ok) {
          editFlow.send({ type: 'saved' });
          userSaved(answer.data.data);
          return go(STEPS.complete, { replace: true });
        }
        if (answer.error.kind !== 'api' || !answer.error.descriptions) return;
        editFlow.send({ type: 'refused', descriptions: answer.error.descriptions });
        go(STEPS.form);
      },
    );
  }

  return (
    <FlowPage heading={<Trans>Check the changes</Trans>} steps={useStepNames()} current={1}>
      <UnsavedChangesPrompt />
      {action.confirm}
      <div hidden={action.confirm !== null}>
        <Stack gap="lg">
          <ApiErrorBanner error={action.error} />
          <Card>
            <Stack gap="md">
              <Text>
                <Trans>This is what will change. Nothing has been saved yet.</Trans>
              </Text>
              <DescriptionList>
                {rows.map((row) => (
                  <Change key={row.field} {...row} />
                ))}
              </DescriptionList>
            </Stack>
          </Card>
          <Inline>
            <ActionButton action={action} onClick={save}>
              <Trans>Save</Trans>
            </ActionButton>
            <LinkButton to={STEPS.form} variant="outline">
              <Trans>Back to the form</Trans>
            </LinkButton>
          </Inline>
        </Stack>
      </div>
    </FlowPage>
  );
}

function Change({ label, before, after }: ChangeRow): ReactElement {
  return (
    <Description term={label}>
      <span className={beforeStyle}>
        <VisuallyHidden>
          <Trans>Before:</Trans>{' '}
        </VisuallyHidden>
        {before === undefined ? <Empty /> : <del>{before}</del>}
      </span>
      <span className={afterStyle}>
        <VisuallyHidden>
          <Trans>After:</Trans>{' '}
        </VisuallyHidden>
        {after ?? <Empty />}
      </span>
    </Description>
  );
}

function Empty(): ReactElement {
  return <Trans context="no value">Empty</Trans>;
}

const beforeStyle = css({ display: 'block', color: 'ink.muted', fontSize: 'sm' });
const afterStyle = css({ display: 'block', fontWeight: 'medium', overflowWrap: 'anywhere' });
