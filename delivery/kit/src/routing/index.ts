export * from '@portal/shared-routing';
