import { apply } from '@oddbird/popover-polyfill/fn';

// Its styles stand in for the browser's own, so the reset and all else win over them.
apply({ layerName: 'reset.popover' });
