export * from '@portal/server-testing/wallets/wallet-keys';
