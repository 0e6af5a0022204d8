export * from '@portal/shared-ui/rich-text';
