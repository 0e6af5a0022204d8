export * from '@portal/shared-ui/profile-changes';
