export * from '@portal/shared-ui/profile-review';
