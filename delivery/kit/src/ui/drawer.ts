export * from '@portal/shared-ui/drawer';
