import { type Html, layout, type PageFrame, portalUrl } from '@portal/server-platform/pages/layout';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { SIGN_IN_RETURN } from '@portal/shared-contract/linked-paths';
import { html } from 'hono/html';

export type ProblemKind =
  | 'expired'
  | 'otherBrowser'
  | 'done'
  | 'request'
  | 'notFound'
  | 'unavailable';

const PROBLEMS: Record<ProblemKind, { title: MessageDescriptor; text: MessageDescriptor }> = {
  expired: {
    title: msg`This page has expired`,
    text: msg`The sign-in page was open for a long time, or was already used in another tab. Sign in again.`,
  },
  otherBrowser: {
    title: msg`LINE has come back to another browser`,
    text: msg`LINE has opened this page in a browser in which you have not begun, or you have taken longer than 15 minutes. Go back to the browser in which you have begun, or sign in here.`,
  },
  done: {
    title: msg`You are already signed in`,
    text: msg`This sign-in page has been used. There is nothing more to do here.`,
  },
  request: {
    title: msg`This link does not work`,
    text: msg`Something in the address is missing or not right. Start again from the beginning.`,
  },
  notFound: {
    title: msg`Page not found`,
    text: msg`There is nothing at this address. Start again from the beginning.`,
  },
  unavailable: {
    title: msg`Something went wrong on our side`,
    text: msg`Wait a moment and try again.`,
  },
};

/** Says in plain words what went wrong and where to continue; `reference` is the request id, for the support. */
export function problemPage(frame: PageFrame, kind: ProblemKind, reference?: string): Html {
  const t = translator(frame.locale);
  const { title, text } = PROBLEMS[kind];
  return layout(frame, {
    heading: t(title),
    body: html`<p>${t(text)}</p>
${nextLink(frame, kind)}
${reference && html`<p class="reference">${t(msg`Reference for our support team:`)} ${reference}</p>`}`,
  });
}

const START_PAGE = msg`Go to the start page`;
const SIGN_IN = msg({ message: 'Sign in', context: 'after a page has expired' });
const ONWARD: Partial<Record<ProblemKind, MessageDescriptor>> = {
  expired: SIGN_IN,
  otherBrowser: SIGN_IN,
  done: msg`Continue`,
};

/** Leads to where the member was going, as far as this browser knows, or home; both sign in if needed. */
function nextLink(frame: PageFrame, kind: ProblemKind): Html {
  const onward = ONWARD[kind];
  const path = onward ? SIGN_IN_RETURN : '/';
  const label = onward ?? START_PAGE;
  return html`<a class="button primary" href="${portalUrl(frame, path)}">${translator(frame.locale)(label)}</a>`;
}
