export * from '@portal/shared-routing/first-view/when';
