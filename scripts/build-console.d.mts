/** Types of build-console.mjs for the TypeScript programs. */
export function buildConsole(node: string): Promise<boolean>;
