/** Types of chromium.mjs for the TypeScript programs. */
export function ensureChromium(): string | undefined;
