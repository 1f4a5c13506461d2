/** The whole address of a path of this site, as a phone must have it. */
export const addressOf = (path: string): string => new URL(path, window.location.origin).href;
