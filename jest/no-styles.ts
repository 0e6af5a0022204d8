/** Stands for a stylesheet: jsdom lays nothing out. */
export default {};
