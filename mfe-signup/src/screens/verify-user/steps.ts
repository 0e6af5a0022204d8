export const STEPS = { start: '/verify-user', verify: '/verify-user/verify-code' } as const;

export const CODE_TYPE = 'verify_email_by_user';
