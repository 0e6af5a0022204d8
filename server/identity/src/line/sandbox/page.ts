import type { Html } from '@portal/server-platform/pages/layout';
import { sandboxChoice, sandboxPages } from '@portal/server-platform/pages/sandbox-page';
import { msg, translator } from '@portal/server-platform/texts/i18n';
import type { Locale } from '@portal/shared-contract';
import { LINE_GREEN, LINE_GREEN_TEXT } from '@portal/shared-contract/brand-values';
import { html } from 'hono/html';
import * as v from 'valibot';

/** A person with an account at the sandbox; `subject` has the format of LINE's user ids. */
export type LinePerson = {
  readonly subject: string;
  readonly name: string;
  /** Absent for a person who has not given LINE an address. */
  readonly email?: string;
};

/** The people who can sign in at the sandbox. None of them is real. */
export const LINE_PEOPLE: readonly LinePerson[] = [
  {
    subject: 'U4af4980629a1b2c3d4e5f60718293a41',
    name: 'はなこ',
    email: 'hanako.line@example.com',
  },
  { subject: 'U7c91f0e2b35d4a6988e1c0d2f3a4b582', name: 'ケンタ' },
  { subject: 'Ub1e0d9c8b7a6958473625140f9e8d7c3', name: 'Anna' },
];

export const LinePersonSchema = v.object({
  subject: v.string(),
  name: v.string(),
  email: v.exactOptional(v.string()),
});

const TITLE = msg`LINE Login (sandbox)`;
const SCOPES = [
  msg`Your user identifier`,
  msg`Your profile (display name)`,
  msg`Your email address`,
];

const PAGES = sandboxPages(
  {
    ground: '#e6f6ec',
    ink: '#10261a',
    quietInk: '#46594e',
    line: '#6b8576',
    mark: '#056b30',
    accent: LINE_GREEN,
    onAccent: LINE_GREEN_TEXT,
  },
  'ul { padding-left: 1.25rem; }',
);
export const STYLE_HASH = PAGES.styleHash;

export function consentPage(
  locale: Locale,
  view: {
    readonly action: string;
    readonly service: string;
    readonly people: readonly LinePerson[];
  },
): Html {
  const t = translator(locale);
  const { service } = view;
  return document(
    locale,
    html`<h1>${t(TITLE)}</h1>
<p>${t(msg`${{ service }} would like to have:`)}</p>
<ul>${SCOPES.map((scope) => html`<li>${t(scope)}</li>`)}</ul>
<form method="post" action="${view.action}">
<fieldset><legend>${t(msg`Continue as`)}</legend>
${view.people.map(({ subject, name }, index) => sandboxChoice('person', subject, name, index))}
</fieldset>
<button class="first" name="decision" value="allow">${t(msg`Allow`)}</button>
<button name="decision" value="cancel">${t(msg`Cancel`)}</button>
</form>
<p class="note">${t(msg`This page belongs to the trial environment. It is not the real LINE.`)}</p>`,
  );
}

export function expiredPage(locale: Locale): Html {
  const t = translator(locale);
  const text = t(msg`This page has expired. Start again.`);
  return document(locale, html`<h1>${t(TITLE)}</h1><p>${text}</p>`);
}

const document = (locale: Locale, body: Html): Html =>
  PAGES.document({ locale, title: translator(locale)(TITLE), body });
