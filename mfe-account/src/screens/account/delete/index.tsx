import { Trans, useLingui } from '@lingui/react/macro';
import { LEAVING_COMMENT_MAX, LEAVING_REASONS } from '@portal/shared-contract';
import { useGo } from '@portal/shared-routing';
import { Banner, Button, Card, Inline, LinkButton, Stack } from '@portal/shared-ui';
import {
  ErrorSummary,
  FlowPage,
  RadioGroup,
  TextArea,
  usePortalForm,
} from '@portal/shared-ui/forms';
import { type ReactElement, useState } from 'react';
import * as v from 'valibot';
import { css } from '#css';
import { deleteFlow, STEPS } from './flow.ts';
import { REASON_TEXTS, useStepNames } from './labels.ts';

const ReasonSchema = v.picklist(LEAVING_REASONS, 'required.reason');
const FormSchema = v.object({
  // '' while no reason is chosen.
  reason: v.pipe(v.string(), ReasonSchema),
  comment: v.pipe(v.string(), v.trim(), v.maxLength(LEAVING_COMMENT_MAX, 'length.too_long')),
});

/** First step: what will be lost, and the reason for closing the account. */
export function Component(): ReactElement {
  const { t, i18n } = useLingui();
  const go = useGo();
  const [draft] = useState(deleteFlow.state);
  const form = usePortalForm({
    schema: FormSchema,
    initialValues: { reason: draft.reason ?? '', comment: draft.comment },
    onChange: ({ reason, comment }) =>
      void deleteFlow.send({
        type: 'typed',
        comment,
        ...(v.is(ReasonSchema, reason) && { reason }),
      }),
    onSubmit(values) {
      deleteFlow.send({ type: 'reasonGiven', ...values });
      go(STEPS.confirm);
    },
  });

  return (
    <FlowPage heading={<Trans>Cancel your account</Trans>} steps={useStepNames()} current={0}>
      <Banner tone="warning" title={<Trans>This cannot be undone</Trans>}>
        <ul className={list}>
          <li>
            <Trans>You can no longer see your profile, your notifications and your settings.</Trans>
          </li>
          <li>
            <Trans>Past passports can no longer be looked at.</Trans>
          </li>
          <li>
            <Trans>A connection with LINE is ended.</Trans>
          </li>
          <li>
            <Trans>You are signed out on all devices at once.</Trans>
          </li>
        </ul>
      </Banner>
      <Card>
        <form {...form.props}>
          <Stack gap="lg">
            <ErrorSummary {...form.summary} />
            <RadioGroup
              {...form.control('reason')}
              label={t`Why are you leaving?`}
              required
              options={LEAVING_REASONS.map((value) => ({
                value,
                label: i18n._(REASON_TEXTS[value]),
              }))}
            />
            <TextArea
              {...form.text('comment')}
              label={t`Is there anything you would like to tell us?`}
              hint={t`You may leave this empty.`}
              rows={4}
              maxLength={LEAVING_COMMENT_MAX}
              counter
            />
            <Inline>
              <Button type="submit">
                <Trans>Go on to confirm</Trans>
              </Button>
              <LinkButton to="/account" variant="outline">
                <Trans>Keep my account</Trans>
              </LinkButton>
            </Inline>
          </Stack>
        </form>
      </Card>
    </FlowPage>
  );
}

const list = css({ display: 'grid', gap: '1', paddingInlineStart: '5', listStyleType: 'disc' });
