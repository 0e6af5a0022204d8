import webpack, { type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/**
 * Makes webpack load its chunks through the page (`window.portal.load`). A chunk that the page does
 * not name is not loaded, one whose bytes differ does not run (W3C Subresource Integrity), one that
 * the boot script has requested is not requested twice, and one that failed can be requested again.
 */
export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ChunkIntegrityPlugin', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.loadScript)
        // This runs before webpack's own hook, which is skipped because this one returns `true`.
        .tap({ name: 'ChunkIntegrityPlugin', stage: -1 }, (chunk) => {
          compilation.addRuntimeModule(chunk, new LoadByThePage());
          return true;
        });
    });
  }
}

/**
 * Implements `__webpack_require__.l(url, done)`; `done` receives an event like a script element's.
 */
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
