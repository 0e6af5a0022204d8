import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import {
  CLOSED_DAYS,
  type EndpointAnswer,
  hasEnded,
  LEAVING_COMMENT_MAX,
  LEAVING_REASONS,
  listPassports,
  UNDO_CHANGES_HOURS,
} from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { type Deferred, deferred, useDeferred, useGo, useLoaderData } from '@portal/kit/routing';
import { Banner, Button, Card, Inline, LinkButton, LoadProblem, Stack } from '@portal/kit/ui';
import { ErrorSummary, FlowPage, RadioGroup, TextArea, usePortalForm } from '@portal/kit/ui/forms';
import { Suspense, useState } from 'react';
import * as v from 'valibot';
import { css } from '#css';
import { FormSkeleton } from '../../../data/with-member.tsx';
import { deleteFlow, REASON_TEXTS, STEPS, useStepNames } from './flow.ts';
import { LivePassports } from './live-passports.tsx';

/** The longest page that the API answers. Live passports are the newest. */
const MOST_PASSPORTS = 100;
type PassportPage = EndpointAnswer<typeof listPassports>;

const ReasonSchema = v.picklist(LEAVING_REASONS, 'required.reason');
const FormSchema = v.object({
  // '' while no reason is chosen.
  reason: v.pipe(v.string(), ReasonSchema),
  comment: v.pipe(v.string(), v.trim(), v.maxLength(LEAVING_COMMENT_MAX, 'length.too_long')),
});

export const loader = () =>
  deferred(call(listPassports, { query: { page: 1, limit: MOST_PASSPORTS } }));

/** First step: what prevents closing the account; else what happens, and the reason. */
export function Component() {
  const passports = useLoaderData<Deferred<Result<PassportPage>>>();
  return (
    <FlowPage heading={<Trans>Close your account</Trans>} steps={useStepNames()} current={0}>
      <Suspense fallback={<FormSkeleton />}>
        <Checked passports={passports} />
      </Suspense>
    </FlowPage>
  );
}

function Checked({ passports }: { readonly passports: Deferred<Result<PassportPage>> }) {
  const answer = useDeferred(passports);
  const [givenUp, setGivenUp] = useState(() => deleteFlow.state().givenUp);
  if (!answer.ok) return <LoadProblem error={answer.error} />;
  const live = answer.data.data.filter((one) => one.role === 'owner' && !hasEnded(one));
  const kept = live.filter(({ id }) => !givenUp.some((other) => other.id === id));
  if (kept.length === 0) return <Reason />;
  return (
    <LivePassports
      passports={live}
      onGiveUp={(passports) => {
        deleteFlow.send({ type: 'typed', givenUp: passports });
        setGivenUp(passports);
      }}
    />
  );
}

function Reason() {
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
    <>
      <Banner tone="warning" title={<Trans>What happens when you close your account</Trans>}>
        <ul className={list}>
          <li>
            <Trans>You are signed out on all devices immediately.</Trans>
          </li>
          <li>
            {isOtherProvider() ? (
              <Trans>
                For {UNDO_CHANGES_HOURS} hours you can undo this with the link that we send you by
                email.
              </Trans>
            ) : (
              <Trans>
                For {CLOSED_DAYS} days you can come back: sign in as before, and everything is as
                you left it.
              </Trans>
            )}
          </li>
          <li>
            <Trans>
              After {CLOSED_DAYS} days we erase your profile, your past passports, your
              notifications and your settings for good. The email address is then free for a new
              account.
            </Trans>
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
              hint={t`You can leave this empty.`}
              rows={4}
              maxLength={LEAVING_COMMENT_MAX}
              counter
            />
            <Inline>
              <Button type="submit" wide="onPhone">
                <Trans>Continue to confirmation</Trans>
              </Button>
              <LinkButton to="/account" variant="outline" wide="onPhone">
                <Trans>Keep my account</Trans>
              </LinkButton>
            </Inline>
          </Stack>
        </form>
      </Card>
    </>
  );
}

const list = css({ display: 'grid', gap: '1', paddingInlineStart: '5', listStyleType: 'disc' });
