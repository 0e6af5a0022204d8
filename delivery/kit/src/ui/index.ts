export * from '@portal/shared-ui';
