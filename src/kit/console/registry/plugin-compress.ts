/** Writes `.br` and `.gz` beside every built text file, so that the server sends small files without compressing. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worthBytes = 1024;
const text = /\.(js|css|html|svg|json)$/;
const br = promisify(brotliCompress);
const gz = promisify(gzip);

/** The Vite plugin; only for builds. */
export function compressPlugin(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle(options, bundle) {
      for (const name of Object.keys(bundle).filter((n) => text.test(n))) {
        const file = join(options.dir ?? '', name);
        const bytes = await readFile(file);
        if (bytes.length < worthBytes) continue;
        const [small, older] = await Promise.all([
          br(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
          }),
          gz(bytes, { level: 9 }),
        ]);
        await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, older)]);
      }
    },
  };
}
