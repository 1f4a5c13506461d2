/** Types of paths.mjs for the TypeScript scripts. */
export const root: string;
export function inRoot(...parts: string[]): string;
