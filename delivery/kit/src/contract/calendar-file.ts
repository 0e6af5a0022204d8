export * from '@portal/shared-contract/calendar-file';
