import { shellPandaConfig } from '@portal/shared-ui/panda';

/** The portal's sheet: reset, tokens, every recipe of shared-ui, and the shell's own utilities. */
export default shellPandaConfig();
