export * from '@portal/server-testing/push-service';
