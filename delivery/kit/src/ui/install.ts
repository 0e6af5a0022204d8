export * from '@portal/shared-ui/install';
