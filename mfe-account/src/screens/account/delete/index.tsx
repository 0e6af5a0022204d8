import { Trans, useLingui } from '@lingui/react/macro';
import { LEAVING_COMMENT_MAX, LEAVING_REASONS } from '@portal/shared-contract';
import { useGo } from '@portal/shared-routing';
import { Banner, Button, Card, Inline, LinkButton, Stack } from '@portal/shared-ui';
import {
  ErrorSummary,
  FlowPage,
  formValues,
  RadioGroup,
  TextArea,
  useFormErrors,
} from '@portal/shared-ui/forms';
import type { FormEvent, ReactElement } from 'react';
import * as v from 'valibot';
import { css } from '#css';
import { deleteFlow, STEPS } from './flow.ts';
import { REASON_TEXTS, useStepNames } from './words.ts';

const FormSchema = v.object({
  reason: v.optional(
    v.picklist(LEAVING_REASONS, 'required.reason'),
    // An untouched group sends nothing at all.
    '' as (typeof LEAVING_REASONS)[number],
  ),
  comment: v.pipe(v.string(), v.trim(), v.maxLength(LEAVING_COMMENT_MAX, 'length.too_long')),
});

/** First step: what is lost, and why the member leaves. */
export function Component(): ReactElement {
  const { t, i18n } = useLingui();
  const go = useGo();
  const { formProps, errorOf, summary } = useFormErrors(FormSchema);
  const typed = deleteFlow.state();

  function submit(event: FormEvent<HTMLFormElement>): void {
    formProps.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const told = v.parse(FormSchema, formValues(event.currentTarget));
    deleteFlow.send({ type: 'reasonGiven', ...told });
    go(STEPS.confirm);
  }

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
        <form {...formProps} onSubmit={submit}>
          <Stack gap="lg">
            <ErrorSummary {...summary} />
            <RadioGroup
              name="reason"
              label={t`Why are you leaving?`}
              required
              options={LEAVING_REASONS.map((value) => ({
                value,
                label: i18n._(REASON_TEXTS[value]),
              }))}
              {...(typed.reason && { defaultValue: typed.reason })}
              onChange={(reason) =>
                deleteFlow.send({
                  type: 'typed',
                  reason: v.parse(v.picklist(LEAVING_REASONS), reason),
                })
              }
              error={errorOf('reason')}
            />
            <TextArea
              name="comment"
              label={t`Is there anything you would like to tell us?`}
              hint={t`You may leave this empty.`}
              rows={4}
              maxLength={LEAVING_COMMENT_MAX}
              counter
              defaultValue={typed.comment}
              onChange={({ target }) => deleteFlow.send({ type: 'typed', comment: target.value })}
              error={errorOf('comment')}
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
