export * from '@portal/shared-ui/panda';
