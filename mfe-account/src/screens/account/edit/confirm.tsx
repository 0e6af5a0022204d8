import { Trans, useLingui } from '@lingui/react/macro';
import { loadPrefectures } from '@portal/kit/api';
import type { Prefecture } from '@portal/kit/contract';
import { type LoaderFunctionArgs, useLoaderData, useLocale } from '@portal/kit/routing';
import { Description, VisuallyHidden } from '@portal/kit/ui';
import { FlowPage } from '@portal/kit/ui/forms';
import { type ChangeRow, changeRows } from '@portal/kit/ui/profile-changes';
import { formatPhone } from '@portal/kit/ui/profile-labels';
import { ProfileReview } from '@portal/kit/ui/profile-review';
import { useState } from 'react';
import { css } from '#css';
import { editFlow, STEPS, useStepNames } from './flow.ts';
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

export function Component() {
  const { i18n } = useLingui();
  const locale = useLocale();
  const data = useLoaderData<Data>();
  // The state when the step opened, so that saving does not redraw this page before the next one shows.
  const [state] = useState(editFlow.state);
  const names = useStepNames();
  if (state.kind !== 'editing' || !state.changes) return null;
  const { original, changes } = state;
  const rows = changeRows({ original, changes, locale, i18n, ...data });

  return (
    <FlowPage heading={<Trans>Check the changes</Trans>} steps={names} current={1}>
      <UnsavedChangesPrompt />
      <ProfileReview
        changes={changes}
        flow={editFlow}
        steps={STEPS}
        intro={<Trans>This is what will change. Nothing has been saved yet.</Trans>}
        button={<Trans>Save</Trans>}
      >
        {rows.map((row) => (
          <Change key={row.field} {...row} />
        ))}
      </ProfileReview>
    </FlowPage>
  );
}

function Change({ label, before, after }: ChangeRow) {
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

function Empty() {
  return <Trans context="no value">Empty</Trans>;
}

const beforeStyle = css({ display: 'block', color: 'ink.muted', fontSize: 'sm' });
const afterStyle = css({ display: 'block', fontWeight: 'medium', overflowWrap: 'anywhere' });
