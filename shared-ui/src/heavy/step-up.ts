/** Codes that are sent and entered, and the actions that want one first. */
export * from './step-up/code-form.tsx';
export * from './step-up/sent-code.ts';
export * from './step-up/step-up.tsx';
export * from './step-up/until.ts';
export * from './step-up/use-step-up.tsx';
