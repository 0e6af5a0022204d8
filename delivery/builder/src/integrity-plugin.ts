import webpack, { type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/**
 * Makes webpack load its chunks through the page (`window.portal.load`). A chunk that the page does
 * not name is not loaded, one whose bytes differ does not run (W3C Subresource Integrity), one that
 * the boot script has requested is not requested twice, and one that failed can be requested again. An `import()`
 * ends when the texts of its scripts have come, too (docs/decisions/0003-how-a-page-starts.md).
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
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.ensureChunkHandlers)
        .tap('ChunkIntegrityPlugin', (chunk, needed) => {
          needed.add(RuntimeGlobals.publicPath).add(RuntimeGlobals.getChunkScriptFilename);
          compilation.addRuntimeModule(chunk, new TextsByThePage());
        });
    });
  }
}

/** Implements `__webpack_require__.l(url, done)`; `done` receives an event like a script element's. */
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

class TextsByThePage extends RuntimeModule {
  constructor() {
    super('texts by the page', RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    const { ensureChunkHandlers, publicPath, getChunkScriptFilename } = RuntimeGlobals;
    return `${ensureChunkHandlers}.texts = (id, waits) => {
  waits.push(self.portal.texts(${publicPath} + ${getChunkScriptFilename}(id)));
};`;
  }
}
