export * from '@portal/shared-ui/date-of-birth-field';
