// Where things are, from whatever folder a command is called.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A path inside the checkout. */
export const inRoot = (...parts) => join(root, ...parts);
