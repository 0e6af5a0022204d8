/** A profile in words: what the account shows and what is looked at before it is saved. */
export * from './profile-words/change-rows.ts';
export * from './profile-words/format-personal.ts';
export * from './profile-words/format-phone.ts';
