/** Replaces a stylesheet, because jsdom has no layout. */
export default {};
