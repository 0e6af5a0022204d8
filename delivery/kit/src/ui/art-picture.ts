export * from '@portal/shared-ui/art-picture';
