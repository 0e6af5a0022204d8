export * from '@portal/shared-ui/art/hemp-leaf';
