/** A router without an address bar, for tests and for what is drawn in Node. No browser needs it. */
export { createMemoryRouter } from 'react-router-dom';
