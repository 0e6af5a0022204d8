/** Sending and entering codes, and actions that require a code. */

export * from './step-up/allowed-until.ts';
export * from './step-up/code-form.tsx';
export * from './step-up/sent-code.ts';
export * from './step-up/step-up.tsx';
export * from './step-up/use-step-up.tsx';
