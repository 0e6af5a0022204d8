export * from '@portal/shared-ui/select';
