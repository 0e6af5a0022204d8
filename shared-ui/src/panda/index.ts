export { remotePandaConfig, shellPandaConfig } from './portal-panda-config.ts';
