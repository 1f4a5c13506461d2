/** Where a sheet's bytes go: a Node stream, or memory for small workbooks. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ByteSink } from './types.ts';

/** Writes into a Node stream and waits for it to drain. The caller ends the stream. */
export function streamSink(stream: Writable): ByteSink {
  let failure: unknown;
  stream.once('error', (error) => {
    failure = error;
  });
  return async (chunk) => {
    if (failure) throw failure;
    if (!stream.write(chunk)) await once(stream, 'drain');
  };
}

/** Collects bytes in memory; `bytes()` joins them. For workbooks known to be small. */
export function memorySink(): { sink: ByteSink; bytes(): Buffer } {
  const chunks: Uint8Array[] = [];
  return {
    sink: async (chunk) => {
      chunks.push(chunk);
    },
    bytes: () => Buffer.concat(chunks),
  };
}
