export * from '@portal/shared-ui/phone-field';
