export * from '@portal/shared-ui/step-up';
