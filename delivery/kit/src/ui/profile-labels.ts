export * from '@portal/shared-ui/profile-labels';
