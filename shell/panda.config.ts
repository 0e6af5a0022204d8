import { shellPandaConfig } from '@portal/shared-ui/panda';
import { panelStyles } from './src/panels/panel-styles.ts';

/** The portal's stylesheet: reset, tokens, every recipe of shared-ui, and the shell's own utilities. */
export default shellPandaConfig(panelStyles);
