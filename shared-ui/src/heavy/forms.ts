/** What forms are made of, apart from the first chunk: a screen without a form does not fetch it. */
export * from '../choices.tsx';
export * from '../field.tsx';
export * from '../flow/action-button.tsx';
export * from '../flow/flow-page.tsx';
export * from '../flow/problem.tsx';
export * from '../flow/use-action.ts';
export * from '../form/error-summary.tsx';
export * from '../form/field-errors.ts';
export * from '../form/use-form-errors.ts';
export * from '../native-select.tsx';
export * from '../password/new-password-field.tsx';
export * from '../password-field.tsx';
export * from '../steps.tsx';
export * from '../text-field.tsx';
