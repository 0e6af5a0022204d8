import type { BrowserContextOptions, CDPSession } from '@playwright/test';
import type { LinkProfile } from './link.ts';

export const PHONE = {
  viewport: { width: 412, height: 915 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'ja-JP',
} as const satisfies BrowserContextOptions;

/** A slow phone's processor is this many times slower than the machine's. */
export const CPU_SLOWDOWN = 4;

/**
 * Slows a page down to the speed of a slow phone.
 * @param throttle what Chromium's own throttling makes of the network; none where the link is emulated
 */
export async function emulateSlowPhone(session: CDPSession, throttle?: LinkProfile): Promise<void> {
  if (throttle) {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: throttle.rttMs,
      downloadThroughput: throttle.downBps / 8,
      uploadThroughput: throttle.upBps / 8,
    });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}
