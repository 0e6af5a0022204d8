import { isPushService } from './settings.ts';

const SERVICES = ['fcm.googleapis.com', '*.push.apple.com'];

// @proves 15.38
test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://web.push.apple.com/x', true],
  ['http://fcm.googleapis.com/fcm/send/x', false],
  ['https://user:secret@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://fcm.googleapis.com.evil.example/x', false],
  ['https://push.apple.com.evil.example/x', false],
  ['https://169.254.169.254/latest', false],
  ['file:///etc/passwd', false],
  ['x', false],
])('whether a push message may go to %s: %s', (endpoint, may) => {
  expect(isPushService(endpoint, SERVICES)).toBe(may);
});
