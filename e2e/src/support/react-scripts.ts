/** The scripts of all parts, but for the one that shows the first view before React (docs/decisions/0003-how-a-page-starts.md). */
export const REACT_SCRIPTS = /\/(remotes\/(?!shell\/before-react\.)|app\/).*\.js$/;
