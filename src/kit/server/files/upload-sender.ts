/** Who sends and reads files over HTTP, and which of them need a session to be read. */
import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../refusal.ts';
import type { UploadDeps, UploadGate, UploadOwner } from './save-upload.ts';

/** Who asks for a file. */
export interface Reader extends UploadOwner {
  /** Does a record the session may see name the file? For `evidence`: on a page it may open. */
  sees(key: string): Promise<boolean>;
  /** Notes in the log that he plays a film of `evidence`; asked at its beginning, whatever parts follow. */
  watches(key: string, name: string): Promise<void>;
}

/** Who sends a file, with what stands before it; `token` is a rotated session token that travels in the envelope. */
export type Sender = Reader & { gate?: UploadGate; token?: string };

export interface UploadRouteOptions extends UploadDeps {
  authorize(request: FastifyRequest): Promise<Sender | Refusal>;
  /** Scheme and host of a separate image host, without a slash at the end; '' for this server. */
  imageHost: string;
}

/**
 * A key holds 144 random bits and is only found in records its reader may see. These are fetched by tags and devices
 * that send no token: pictures meant for everybody, and what terminals play and install. All others, the pictures stored
 * as `image` among them, ask for a session, are for their unit and who sees a record that names them, and stay in no cache.
 */
const open = new Set(['public', 'video', 'app']);

/** Are files of this purpose sent to anybody who has their key? */
export const isOpen = (purpose: string): boolean => open.has(purpose);

/** Is being of the file's unit enough to read it? What terminals photograph and film is for who may see its record alone. */
export const ownUnitReads = (purpose: string): boolean => purpose !== 'evidence';

/** Address of a stored file. Those that need a session come from this server, which alone is sent its token. */
export function fileUrl(imageHost: string, key: string): string {
  return `${isOpen(key.split('/')[0]!) ? imageHost : ''}/files/${key}`;
}
