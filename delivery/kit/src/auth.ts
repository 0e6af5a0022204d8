export * from '@portal/shared-auth';
