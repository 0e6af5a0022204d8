export * from '@portal/shared-ui/forms';
