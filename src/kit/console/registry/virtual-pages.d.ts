/** Types of the module made by registry/plugin.ts. */
declare module 'virtual:pages' {
  export const pages: Readonly<Record<string, import('./entry.ts').PageEntry>>;
  /** Alias path → path of the page it leads to. */
  export const aliases: Readonly<Record<string, string>>;
}
/** Types of the module made by registry/plugin-open.ts. */
declare module 'virtual:open-pages' {
  export const openPages: readonly {
    page: import('../../define/open-page.ts').OpenPage;
    view(): Promise<{ default: import('react').ComponentType<{ data: never; readAt: number }> }>;
  }[];
}
