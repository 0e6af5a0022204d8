import type { BrowserContextOptions, CDPSession } from '@playwright/test';

export const PHONE = {
  viewport: { width: 412, height: 915 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'ja-JP',
} as const satisfies BrowserContextOptions;

/** A slow phone's processor is this many times slower than the machine's. */
export const CPU_SLOWDOWN = 4;

/** «Slow 4G» of Lighthouse and DevTools. */
export const SLOW_4G = { rttMs: 150, downBps: 1_600_000, upBps: 750_000 } as const;

/** Slows the requests of a page or a worker down by Chromium's own throttling. */
export async function throttle(session: Pick<CDPSession, 'send'>): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_4G.rttMs,
    downloadThroughput: SLOW_4G.downBps / 8,
    uploadThroughput: SLOW_4G.upBps / 8,
  });
}

/** Slows a page down to the speed of a slow phone. */
export async function slowProcessor(session: Pick<CDPSession, 'send'>): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}
