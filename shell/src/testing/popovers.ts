import '../panels/popover-polyfill.ts';

// jsdom has no popovers, but the rule of the browsers that hides each one that is not open.
const style = document.createElement('style');
style.textContent = '.\\:popover-open { display: block }';
document.head.append(style);
