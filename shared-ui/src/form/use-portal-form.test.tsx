import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { Button } from '../button.tsx';
import { Checkbox, RadioGroup } from '../choices.tsx';
import { PasswordField } from '../password-field.tsx';
import { renderUi } from '../testing/render.tsx';
import { TextField } from '../text-field.tsx';
import { ErrorSummary } from './form-card.tsx';
import { type PortalFormOptions, usePortalForm } from './use-portal-form.ts';

const Schema = v.object({
  email: v.pipe(v.string(), v.nonEmpty('required.email'), v.email('format.email')),
  gender: v.string(),
  terms: v.pipe(v.boolean(), v.value(true, 'required.terms')),
});

type Props = { readonly onSend: (values: unknown) => void };

function SignUp({ onSend }: Props) {
  const form = usePortalForm({
    schema: Schema,
    initialValues: { email: '', gender: '', terms: false },
    onSubmit: onSend,
  });
  const answer = { gender: ['required.gender'], email: ['email.same_as_current'] };
  return (
    <form {...form.props}>
      <ErrorSummary {...form.summary} />
      <TextField {...form.text('email')} label="Email" required />
      <RadioGroup
        {...form.control('gender')}
        label="Gender"
        options={[{ value: 'other', label: 'Other' }]}
      />
      <Checkbox {...form.checkbox('terms')} label="I agree" />
      <Button type="submit">Send</Button>
      <Button onClick={() => form.showServerErrors(answer)}>Answer</Button>
    </form>
  );
}

const email = () => screen.getByLabelText(/Email/);

test('shows no error while the member types, nor when an empty field is left', async () => {
  await renderUi(<SignUp onSend={() => {}} />);
  await userEvent.type(email(), 'hana');
  expect(email()).toHaveAttribute('aria-invalid', 'false');
  await userEvent.clear(email());
  await userEvent.tab();
  expect(email()).toHaveAttribute('aria-invalid', 'false');
});

test('shows an error after the field is left, and removes it as soon as the value is valid', async () => {
  await renderUi(<SignUp onSend={() => {}} />);
  await userEvent.type(email(), 'hana');
  await userEvent.tab();
  expect(email()).toHaveAccessibleDescription(/such as name@example\.com/);
  await userEvent.type(email(), '@example.com');
  expect(email()).toHaveAttribute('aria-invalid', 'false');
});

test('shows no new error between pointerdown on a button and its click', async () => {
  await renderUi(<SignUp onSend={() => {}} />);
  const user = userEvent.setup();
  await user.type(email(), 'hana');
  const button = screen.getByRole('button', { name: 'Send' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(email()).not.toHaveFocus();
  expect(email()).toHaveAttribute('aria-invalid', 'false');
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  expect(email()).toHaveAttribute('aria-invalid', 'true');
});

test('a rejected submit focuses a summary that links to the fields', async () => {
  const sent: unknown[] = [];
  await renderUi(<SignUp onSend={(values) => sent.push(values)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
  expect(screen.getByRole('radio', { name: 'Other' })).toHaveAttribute('aria-invalid', 'false');
  const summary = screen.getByRole('region', { name: 'Check the following' });
  expect(summary).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Enter an email address.' }));
  expect(email()).toHaveFocus();

  await userEvent.type(email(), 'hana@example.com');
  await userEvent.click(screen.getByLabelText(/I agree/));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([{ email: 'hana@example.com', gender: '', terms: true }]);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('shows a server error at its field until the field changes', async () => {
  await renderUi(<SignUp onSend={() => {}} />);
  await userEvent.type(email(), 'hana@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(email()).toHaveAccessibleDescription(/This is your current address/);
  expect(screen.getByRole('region')).toHaveFocus();
  const errors = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(errors).toEqual([expect.stringContaining('current address'), 'Choose a gender.']);
  await userEvent.click(screen.getByRole('link', { name: 'Choose a gender.' }));
  expect(screen.getByRole('radio', { name: 'Other' })).toHaveFocus();
  await userEvent.type(email(), '.test');
  expect(email()).toHaveAttribute('aria-invalid', 'false');
});

// @proves 4.23
test('does not submit again while a submit is running', async () => {
  const sent: unknown[] = [];
  let finish = () => {};
  const server = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await renderUi(
    <Password
      onSubmit={async (values) => {
        sent.push(values);
        await server;
      }}
    />,
  );
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}{Enter}');
  expect(sent).toEqual([{ password: 'correct horse' }]);
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true');
  finish();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy'),
  );
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}');
  expect(sent).toHaveLength(2);
});

test('does not write a password into the document', async () => {
  await renderUi(<Password onSubmit={() => {}} />);
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  expect(document.body.innerHTML).not.toContain('correct horse');
});

const PasswordSchema = v.object({ password: v.string() });

function Password(
  options: Omit<PortalFormOptions<typeof PasswordSchema>, 'schema' | 'initialValues'>,
) {
  const form = usePortalForm({
    schema: PasswordSchema,
    initialValues: { password: '' },
    ...options,
  });
  return (
    <form {...form.props}>
      <ErrorSummary {...form.summary} />
      <PasswordField
        {...form.password('password')}
        label="Password"
        autoComplete="current-password"
      />
      <Button type="submit" busy={form.submitting}>
        Send
      </Button>
    </form>
  );
}
