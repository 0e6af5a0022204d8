export * from '@portal/shared-ui/css';
