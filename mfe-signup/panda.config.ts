import { remotePandaConfig } from '@portal/kit/ui/panda';

/** The style sheet of this remote; its class prefix is the one in src/css.ts. */
export default remotePandaConfig({ prefix: 'su' });
