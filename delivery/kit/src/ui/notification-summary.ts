export * from '@portal/shared-ui/notification-summary';
