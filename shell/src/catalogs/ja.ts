import { messages as texts } from '@portal/shared-i18n/locales/ja.po';
import { messages as components } from '@portal/shared-ui/locales/ja.po';
import { messages as shell } from '../locales/ja.po';

/** All Japanese texts of the shell and the shared packages, in one file. */
export const messages = { ...texts, ...components, ...shell };
