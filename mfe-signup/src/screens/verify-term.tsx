import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/kit/api';
import { afterPostSignInStep, loadUser, signOut, userSaved } from '@portal/kit/auth';
import {
  acceptTerms,
  type Locale,
  listTerms,
  readTermsChanges,
  type TermsChanges,
  type TermsVersion,
  termsNewSince,
  type User,
} from '@portal/kit/contract';
import { formatDate, localeOf, successText } from '@portal/kit/i18n';
import {
  clearDrafts,
  type LoaderFunctionArgs,
  replace,
  useLoaderData,
  useLocale,
} from '@portal/kit/routing';
import { Button, Card, Inline, Page, Stack, Text, toast } from '@portal/kit/ui';
import { Dialog } from '@portal/kit/ui/dialog';
import { ActionButton, ApiErrorBanner, useAction } from '@portal/kit/ui/forms';
import { useState } from 'react';
import { css } from '#css';
import { TermsComparison } from '../flow/terms-comparison.tsx';
import { TermsLink } from '../flow/terms-link.tsx';
import { useContinueAfterStep } from '../flow/use-continue-after-step.ts';
import { WhenLoaded } from '../flow/when-loaded.tsx';

type Open = {
  readonly member: User;
  readonly terms: readonly TermsVersion[];
  /** Undefined for a member who has accepted no terms yet. */
  readonly comparison: TermsChanges | undefined;
};
const newSince = ({ member, terms }: Pick<Open, 'member' | 'terms'>) =>
  termsNewSince(member.terms_accepted_version, terms);
type Data = { readonly open: Result<Open> };

export async function loader({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  const locale = localeOf(new URL(request.url).pathname);
  // Awaited, so that a member who has nothing to agree to never sees this page.
  const open = await load(locale);
  if (open.ok && newSince(open.data).length === 0) {
    return replace(afterPostSignInStep('/verify-term', locale));
  }
  return { open };
}

async function load(locale: Locale): Promise<Result<Open>> {
  // Not the member that the session knows, who was loaded before the terms changed.
  const [member, terms, changes] = await Promise.all([
    loadUser(),
    call(listTerms),
    call(readTermsChanges, { params: { locale } }),
  ]);
  if (!member.ok) return member;
  if (!terms.ok) return terms;
  if (!changes.ok) return changes;
  const comparison = member.data.terms_accepted_version === null ? undefined : changes.data.data;
  return { ...terms, data: { member: member.data, terms: terms.data.data, comparison } };
}

export function Component() {
  const { open } = useLoaderData<Data>();
  return (
    <Page heading={<Title open={open} />}>
      <WhenLoaded data={{ now: open }}>{(data) => <Agreement {...data} />}</WhenLoaded>
    </Page>
  );
}

/** Nothing has changed for somebody who has not agreed to any terms before. */
function Title({ open }: Data) {
  return open.ok && open.data.member.terms_accepted_version === null ? (
    <Trans>Agree to the terms of service</Trans>
  ) : (
    <Trans>The terms of service have changed</Trans>
  );
}

function Agreement({ member, terms, comparison }: Open) {
  const { i18n } = useLingui();
  const goOn = useContinueAfterStep();
  const action = useAction();
  const [refusing, setRefusing] = useState(false);
  // A snapshot, because accepting the terms empties the list of new versions.
  const [versions] = useState(() => newSince({ member, terms }));

  async function accept(): Promise<void> {
    const answer = await action.send(acceptTerms, {});
    if (!answer?.ok) return;
    userSaved(answer.data.data);
    toast(i18n._(successText('accept_terms')));
    goOn('/verify-term');
  }

  return (
    <Stack gap="lg">
      {versions.map((version) => (
        <WhatIsNew key={version.version} {...version} />
      ))}
      {comparison && <TermsComparison {...comparison} />}
      <Text>
        <Trans>
          You can read them in full in the <TermsLink>terms of service</TermsLink>.
        </Trans>
      </Text>
      <ApiErrorBanner error={action.error} />
      <Inline>
        <ActionButton wide="onPhone" action={action} onClick={() => void accept()}>
          <Trans>Agree and continue</Trans>
        </ActionButton>
        <Button variant="outline" wide="onPhone" onClick={() => setRefusing(true)}>
          <Trans>I do not agree</Trans>
        </Button>
      </Inline>
      <Refusal open={refusing} onClose={() => setRefusing(false)} />
    </Stack>
  );
}

function WhatIsNew({ version, in_force_from, changes }: TermsVersion) {
  const locale = useLocale();
  const inForce = formatDate(in_force_from);
  const id = `terms-${version}`;
  return (
    <Card
      as="section"
      aria-labelledby={id}
      gap="sm"
      heading={<Trans>Effective from {inForce}</Trans>}
    >
      {changes.length > 0 ? (
        <ul className={list}>
          {changes.map((change) => (
            <li key={change.en}>{change[locale]}</li>
          ))}
        </ul>
      ) : (
        <Text>
          <Trans>Read them before you agree.</Trans>
        </Text>
      )}
    </Card>
  );
}

function Refusal({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [leaving, setLeaving] = useState(false);

  async function leave(): Promise<void> {
    setLeaving(true);
    clearDrafts();
    await signOut();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      needsAnswer
      title={<Trans>Sign out without agreeing?</Trans>}
      actions={
        <>
          <Button variant="outline" busy={leaving} onClick={() => void leave()}>
            <Trans>Sign out</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans context="leaves a question">Back</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        To use the member pages, you need to agree to the current terms. Your account and your data
        stay as they are, and you can come back and agree at any time. Thank you for being a member.
      </Trans>
    </Dialog>
  );
}

const list = css({ display: 'grid', gap: '2', ps: '5', listStyleType: 'disc' });
