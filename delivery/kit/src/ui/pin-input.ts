export * from '@portal/shared-ui/pin-input';
