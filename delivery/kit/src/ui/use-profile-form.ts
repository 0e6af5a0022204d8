export * from '@portal/shared-ui/use-profile-form';
