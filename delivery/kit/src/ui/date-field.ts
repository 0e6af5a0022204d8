export * from '@portal/shared-ui/date-field';
