import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { Button } from '../button.tsx';
import { Checkbox, RadioGroup } from '../choices.tsx';
import { show } from '../test-kit/show.tsx';
import { TextField } from '../text-field.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { fieldErrors } from './field-errors.ts';
import { useFormErrors } from './use-form-errors.ts';

const Schema = v.object({
  email: v.pipe(v.string(), v.nonEmpty('required.email'), v.email('format.email')),
  gender: v.optional(v.string('required.gender'), ''),
  terms: v.literal('on', 'required.terms'),
});

type Props = { readonly onSend: (values: Record<string, unknown>) => void };

function SignUp({ onSend }: Props) {
  const { formProps, errorOf, summary, report } = useFormErrors(Schema);
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        formProps.onSubmit(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        onSend(Object.fromEntries(new FormData(event.currentTarget)));
      }}
    >
      <ErrorSummary {...summary} />
      <TextField name="email" label="E-mail" required error={errorOf('email')} />
      <RadioGroup
        name="gender"
        label="Gender"
        options={[{ value: 'other', label: 'Other' }]}
        error={errorOf('gender')}
      />
      <Checkbox name="terms" label="I agree" error={errorOf('terms')} />
      <Button type="submit">Send</Button>
      <Button
        onClick={() => report({ email: ['email.same_as_current'], gender: ['required.gender'] })}
      >
        Answer
      </Button>
    </form>
  );
}

const email = () => screen.getByLabelText(/E-mail/);

test('nothing turns red while one is still typing, nor when a field is only passed through', async () => {
  await show(<SignUp onSend={() => {}} />);
  await userEvent.type(email(), 'hana');
  expect(email()).not.toHaveAttribute('aria-invalid');
  await userEvent.clear(email());
  await userEvent.tab();
  expect(email()).not.toHaveAttribute('aria-invalid');
});

test('a field that was left says what is wrong, and takes it back as soon as it is put right', async () => {
  await show(<SignUp onSend={() => {}} />);
  await userEvent.type(email(), 'hana');
  await userEvent.tab();
  expect(email()).toHaveAccessibleDescription(/such as name@example\.com/);
  await userEvent.type(email(), '@example.com');
  expect(email()).not.toHaveAttribute('aria-invalid');
});

test('nothing moves between pressing a button and its click', async () => {
  await show(<SignUp onSend={() => {}} />);
  const user = userEvent.setup();
  await user.type(email(), 'hana');
  const button = screen.getByRole('button', { name: 'Send' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(email()).not.toHaveFocus();
  expect(email()).not.toHaveAttribute('aria-invalid');
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  expect(email()).toHaveAttribute('aria-invalid', 'true');
});

test('a press that ends elsewhere is no reason to be silent', async () => {
  await show(<SignUp onSend={() => {}} />);
  await userEvent.type(email(), 'hana');
  const button = screen.getByRole('button', { name: 'Answer' });
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target: button },
    { keys: '[/MouseLeft]', target: document.body },
  ]);
  await waitFor(() => expect(email()).toHaveAttribute('aria-invalid', 'true'));
});

test('a refused submit moves the focus to a summary that leads to the fields', async () => {
  const sent: unknown[] = [];
  await show(<SignUp onSend={(values) => sent.push(values)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
  const summary = screen.getByRole('region', { name: 'Please check the following' });
  expect(summary).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Please enter your e-mail address.' }));
  expect(email()).toHaveFocus();

  await userEvent.type(email(), 'hana@example.com');
  await userEvent.click(screen.getByLabelText(/I agree/));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([{ email: 'hana@example.com', terms: 'on' }]);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('a second refused submit takes the focus again', async () => {
  await show(<SignUp onSend={() => {}} />);
  const send = screen.getByRole('button', { name: 'Send' });
  await userEvent.click(send);
  await userEvent.click(send);
  expect(screen.getByRole('region')).toHaveFocus();
});

test('what the server found stands at its field until that field is changed', async () => {
  await show(<SignUp onSend={() => {}} />);
  await userEvent.type(email(), 'hana@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
  expect(email()).toHaveAccessibleDescription(/This is your current address/);
  expect(screen.getByRole('region')).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Please choose a gender.' }));
  expect(screen.getByRole('radio', { name: 'Other' })).toHaveFocus();
  await userEvent.type(email(), '.test');
  expect(email()).not.toHaveAttribute('aria-invalid');
});

test('in Japanese, required is said in words', async () => {
  await show(<SignUp onSend={() => {}} />, 'ja');
  expect(email()).toBeRequired();
  expect(screen.getByText('必須')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByRole('region', { name: '次の項目をご確認ください' })).toBeVisible();
});

test('of several errors of one field the first is told', () => {
  expect(fieldErrors(Schema, { email: '', terms: 'on' })).toEqual({ email: 'required.email' });
  expect(fieldErrors(Schema, { email: 'a@example.com', terms: 'on' })).toEqual({});
});
