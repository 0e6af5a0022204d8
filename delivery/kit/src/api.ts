export * from '@portal/shared-api';
