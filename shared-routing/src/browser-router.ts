/**
 * React Router's whole router, in a file of its own: a first page is shown without it
 * (docs/decisions/0122-first-page-router.md). The build gives this module a copy of the package of its own, since one copy would
 * be in the first scripts with all that either uses.
 */
export { createBrowserRouter } from 'react-router-dom';
