import webpack, { type Compiler } from 'webpack';

/**
 * Makes webpack's own chunk loading ask the page for each file's hash: a chunk that the page does not
 * name is not loaded at all, one whose bytes differ does not run (W3C Subresource Integrity).
 */
export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ChunkIntegrityPlugin', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ChunkIntegrityPlugin',
        (source) =>
          webpack.Template.asString([
            source,
            'script.integrity = self.portal.integrity(url) || "";',
            'if (!script.integrity) throw new Error("No hash for " + url);',
          ]),
      );
    });
  }
}
