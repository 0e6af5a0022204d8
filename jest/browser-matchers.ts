import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

/** How long a screen may take to show what it will show: a busy machine is no failure. */
configure({ asyncUtilTimeout: 10_000 });
