export * from '@portal/shared-ui/menu';
