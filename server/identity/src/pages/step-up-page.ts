import { type Html, layout, type PageFrame, portalUrl } from '@portal/server-platform/pages/layout';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import type { Act } from '@portal/shared-contract';
import { html } from 'hono/html';
import { otherMethods, type SecondStepView, secondStepPage } from './second-step-page.ts';

const ABOUT: Record<Act, MessageDescriptor> = {
  edit_profile: msg`You are about to change your profile.`,
  change_email: msg`You are about to change your email address.`,
  change_phone: msg`You are about to change your phone number.`,
  set_password: msg`You are about to set a new password.`,
  add_passkey: msg`You are about to add a passkey.`,
  remove_passkey: msg`You are about to remove a passkey.`,
  add_app: msg`You are about to set up an authenticator app.`,
  remove_app: msg`You are about to remove your authenticator app.`,
  make_recovery_codes: msg`You are about to create new recovery codes.`,
  turn_on_second_step: msg`You are about to turn on two-step verification or change it.`,
  turn_off_second_step: msg`You are about to turn off two-step verification.`,
  link_line: msg`You are about to connect LINE.`,
  unlink_line: msg`You are about to disconnect LINE.`,
  export_data: msg`You are about to ask for a copy of your data.`,
  close_account: msg`You are about to close your account.`,
  give_passport: msg`You are about to give a passport to somebody else.`,
  cancel_passport: msg`You are about to cancel a passport.`,
  confirm_browser: msg`You are about to use your account in this browser for the first time.`,
};

type ActView = {
  readonly act: Act;
  /** Back to the portal without a step-up. */
  readonly leaveUrl: string;
};

/** Asks a signed-in member to show who they are, for one act. */
export function stepUpPage(
  frame: PageFrame,
  view: Omit<SecondStepView, 'about' | 'instead' | 'below'> & ActView,
): Html {
  return secondStepPage(frame, {
    ...view,
    about: aboutOf(frame, view.act),
    passkeyLabel: msg`Confirm with a passkey`,
    // A lost mailbox is a reason to change the address, and to nothing else.
    instead:
      view.act === 'change_email' && view.method === 'email'
        ? withoutMailbox(frame, view)
        : undefined,
    below: leaveLink(frame, view),
  });
}

/** For a member who has no way to confirm anything yet. */
export function withoutStepUpPage(frame: PageFrame, view: ActView): Html {
  const t = translator(frame.locale);
  return layout(frame, {
    heading: t(msg`Confirm that it is you`),
    body: html`${aboutOf(frame, view.act)}
<p>${t(msg`To protect your account, confirm your email address first.`)}</p>
<a class="button primary" href="${portalUrl(frame, '/verify-user')}">${t(msg`Confirm the email address`)}</a>
<div class="below">${leaveLink(frame, view)}</div>`,
  });
}

/** For a member who cannot read the mailbox that the code goes to. */
function withoutMailbox(frame: PageFrame, view: Pick<SecondStepView, 'others' | 'path'> & ActView) {
  const t = translator(frame.locale);
  return html`<details>
<summary>${t(msg`I cannot open this mailbox any more`)}</summary>
${
  view.others.length > 0
    ? html`<p>${t(msg`You can show that it is you in another way:`)}</p>
${otherMethods(frame, view)}`
    : html`<p>${t(msg`Your account has no passkey, authenticator app, recovery code or confirmed phone number. Only a code sent to this mailbox can show that it is you, and you also need one to set up another way.`)}</p>
<p>${t(msg`Ask your email provider to help you back into the mailbox. Until then, stay signed in on this device.`)}</p>`
}
${view.others.includes('passkey') && html`<p>${t(msg`If this browser cannot use your passkey, open this page in a browser or on a device that can.`)}</p>`}
</details>`;
}

const aboutOf = ({ locale }: PageFrame, act: Act): Html =>
  html`<p><strong>${translator(locale)(ABOUT[act])}</strong></p>`;

const leaveLink = ({ locale }: PageFrame, { leaveUrl }: ActView): Html =>
  html`<a href="${leaveUrl}">${translator(locale)(msg`Go back without confirming`)}</a>`;
