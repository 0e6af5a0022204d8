export * from '@portal/shared-ui/mountable';
