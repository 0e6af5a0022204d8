/** Sending and entering codes, and actions that require a step-up. */

export * from './step-up/app-code-form.tsx';
export * from './step-up/code-channel-choice.tsx';
export * from './step-up/code-form.tsx';
export * from './step-up/code-form.tsx';
export * from './step-up/prove.tsx';
export * from './step-up/second-steps.tsx';
export * from './step-up/sent-code.ts';
export * from './step-up/step-up.tsx';
export * from './step-up/use-create-passkey.tsx';
export * from './step-up/use-step-up.tsx';
