import webpack, { type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/**
 * Makes webpack's own chunk loading go through the page (`window.portal.load`): a chunk that the page
 * does not name is not loaded at all, one whose bytes differ does not run (W3C Subresource Integrity),
 * one that the boot script has begun is not asked for twice, and one that failed is asked for anew.
 */
export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ChunkIntegrityPlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.loadScript)
        // Before webpack's own, which the answer `true` then leaves out.
        .tap({ name: 'ChunkIntegrityPlugin', stage: -1 }, (chunk) => {
          compilation.addRuntimeModule(chunk, new LoadByThePage());
          return true;
        });
    });
  }
}

/** `__webpack_require__.l(url, done)`: `done` gets an event, as of a script element. */
class LoadByThePage extends RuntimeModule {
  constructor() {
    super('load by the page');
  }

  override generate(): string {
    return `${RuntimeGlobals.loadScript} = (url, done) => {
  self.portal.load(url).then(
    () => done({ type: "load" }),
    () => done({ type: "error", target: { src: url } }),
  );
};`;
  }
}
