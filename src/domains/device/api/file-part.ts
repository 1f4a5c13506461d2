/** An answer that is a file's bytes instead of an envelope. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export class FilePart {
  readonly stream: Readable;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly range: { start: number; end: number } | undefined;

  constructor(stream: Readable, size: number, range: { start: number; end: number } | undefined) {
    this.stream = stream;
    this.size = size;
    this.range = range;
  }

  send(reply: FastifyReply): FastifyReply {
    const { start, end } = this.range ?? { start: 0, end: this.size - 1 };
    reply.header('accept-ranges', 'bytes').header('content-length', end - start + 1);
    if (this.range) reply.status(206).header('content-range', `bytes ${start}-${end}/${this.size}`);
    return reply.type('application/octet-stream').send(this.stream);
  }
}
