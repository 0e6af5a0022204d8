export * from '@portal/shared-ui/profile-form';
