export * from '@portal/shared-i18n';
