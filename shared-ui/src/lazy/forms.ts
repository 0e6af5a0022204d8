/** The components of forms, outside the first chunk: only screens with a form load them. */
export { validationText } from '@portal/shared-i18n/validation-texts';
export * from '../choices.tsx';
export * from '../field.tsx';
export * from '../flow/action.tsx';
export * from '../flow/api-error-banner.tsx';
export * from '../flow/flow-page.tsx';
export * from '../flow/mail-link-page.tsx';
export * from '../form/check-fields.ts';
export * from '../form/form-card.tsx';
export * from '../form/use-portal-form.ts';
export * from '../native-select.tsx';
export * from '../password-field.tsx';
export * from '../text-field.tsx';
