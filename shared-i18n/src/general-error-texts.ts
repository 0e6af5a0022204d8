import { msg } from '@lingui/core/macro';

/** For an error of the server that has no text of its own. */
export const serverFailed = msg`Something went wrong on our side. Try again in a little while.`;
export const inputWrong = msg`Some entries need another look. Check them and try again.`;
