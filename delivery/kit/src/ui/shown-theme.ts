export * from '@portal/shared-ui/shown-theme';
