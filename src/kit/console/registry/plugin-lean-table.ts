/**
 * Leaves the filter menus of antd's table out of the build: with them every list fetched trees, radios and a search that
 * no column offers, since lists search in a panel of their own. A column that asks for one all the same says so when drawn.
 */
import type { Plugin } from 'vite';

const menu = '\0lean-table';
const source = `export const flattenKeys = () => [];
export default () => { throw new Error('columns have no filter menus: lists search in their panel'); };
`;

/** The Vite plugin; only for builds. */
export function leanTablePlugin(): Plugin {
  return {
    name: 'lean-table',
    apply: 'build',
    enforce: 'pre',
    resolveId: (asked, importer) =>
      asked.endsWith('./FilterDropdown') && importer?.includes('/antd/es/table/hooks/useFilter/') ? menu : undefined,
    load: (id) => (id === menu ? source : undefined),
  };
}
