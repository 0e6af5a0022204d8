export * from '@portal/shared-ui/dialog';
