import type { BrowserContext } from '@playwright/test';

/**
 * Collects what no member should ever meet: console errors and warnings, uncaught errors, policy
 * violations, failed requests. A test that causes such a thing on purpose says so beforehand.
 */
export class Watch {
  readonly #met: string[] = [];
  readonly #expected: RegExp[] = [];

  async follow(context: BrowserContext): Promise<void> {
    await context.addInitScript(reportViolations);
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      this.#met.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => {
      const { name, message, stack } = error.error();
      this.#met.push(`uncaught: ${name}: ${message} ${stack}`);
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // Whoever leaves a page ends what it was still asking for.
      if (why !== 'net::ERR_ABORTED') this.#met.push(`request: ${why} (${request.url()})`);
    });
  }

  /** From here on this is no surprise; matched against the whole line, address included. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  surprises(): string[] {
    return this.#met.filter((line) => !this.#expected.some((pattern) => pattern.test(line)));
  }
}

/** Runs in every document: the browser's own report of what the policy stopped. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(
      `policy ${event.effectiveDirective} stopped ${event.blockedURI} in ${event.documentURI}: ${event.sample}`,
    );
  });
}
