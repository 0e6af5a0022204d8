import { stopWhatGlobalSetupStarted } from './global-setup.ts';

export default stopWhatGlobalSetupStarted;
