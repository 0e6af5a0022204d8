import { createContext, useContext } from 'react';

/** False in an earlier screen that the shell keeps in the document (docs/decisions/0060-revisits.md). */
export const ScreenShown = createContext(true);

/** Whether the screen is shown: one that is kept for a return must not ask, announce or lead anywhere. */
export const useIsScreenShown = (): boolean => useContext(ScreenShown);
