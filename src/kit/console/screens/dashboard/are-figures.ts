/** Which columns of a dashboard's table stand at the right. */
import type { Cell } from '../../../define/blocks.ts';

/** Nothing, a dash, or a number as it is shown: long ones in groups, so that a telephone number is none. */
const figure = /^(—|-?(\d{1,7}|\d{1,3}(,\d{3})+)(\.\d+)?%?)?$/;

/** A column of numbers; one that has nothing to say yet is none. */
export const areFigures = (cells: readonly (Cell | undefined)[]): boolean =>
  cells.every((cell) => isFigure(cell) || isAside(cell)) &&
  cells.some((cell) => isFigure(cell) && /\d/.test(JSON.stringify(cell ?? '')));

/** A muted word where the others have their number. */
function isAside(cell: Cell | undefined): boolean {
  const first = Array.isArray(cell) ? cell[0] : cell;
  return typeof first === 'object' && first.muted === true;
}

/** A number, an amount, or a number that stands beside words. */
function isFigure(cell: Cell | undefined): boolean {
  const first = Array.isArray(cell) ? cell[0] : cell;
  if (typeof first !== 'object') return typeof first === 'number' || figure.test(first ?? '');
  return first.fen !== undefined || isFigure(first.text);
}
