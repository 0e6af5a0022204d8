import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Collects console errors, uncaught errors, policy violations and failed requests that a test did not allow. */
export class PageErrors {
  readonly #met: string[] = [];
  readonly #allowed: RegExp[] = [];

  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(reportViolations);
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (isUnknownAddress(message) || isBlockedWorker(message)) return;
      if (OLDER_CHROMIUM.test(message.text()) || UNUSED_YET.test(message.text())) return;
      this.#met.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => {
      const { name, message, stack } = error.error();
      this.#met.push(`uncaught: ${name}: ${message} ${stack}`);
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      if (why !== LEFT) this.#met.push(`request: ${why} (${request.url()})`);
    });
  }

  /** Allows lines that match; the address at their end counts too. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  unexpected(): string[] {
    return this.#met.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)));
  }
}

/** Chromium before 156 says so of a kept page, whose files the service worker answers, and loads them once more. */
const OLDER_CHROMIUM = /cross-world service worker resource mismatch/;

/** A machine under load takes longer than Chromium's few seconds. What is fetched in vain is seen by the bench. */
const UNUSED_YET = /was preloaded using link preload but not used within a few seconds/;

/** A page was left before it was answered. */
const LEFT = 'net::ERR_ABORTED';

/** A document that is answered with 404, as every unknown address is. */
const isUnknownAddress = (message: ConsoleMessage): boolean =>
  /status of 404/.test(message.text()) && message.location().url === message.page()?.url();

/** Playwright says so in browsers that it gives no worker (playwright.config.ts). */
const isBlockedWorker = (message: ConsoleMessage): boolean =>
  message.text() === 'Service Worker registration blocked by Playwright';

/** Runs in every document: reports what the content security policy stopped. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(
      `policy ${event.effectiveDirective} stopped ${event.blockedURI} in ${event.documentURI}: ${event.sample}`,
    );
  });
}
