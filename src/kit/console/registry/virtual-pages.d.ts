/** Types of the module made by registry/plugin.ts. */
declare module 'virtual:pages' {
  export const pages: Readonly<Record<string, import('./entry.ts').PageEntry>>;
  /** Alias path → path of the page it leads to. */
  export const aliases: Readonly<Record<string, string>>;
}
