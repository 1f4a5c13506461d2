/** A recipe written in one cell: `鸡胸脯肉 80克、黄瓜 50、精盐 1.5`, one food-stuff with its grams after the other. */
import { mostGrams, mostLines } from '../recipes/recipe-fields.ts';

export interface ReadLine {
  name: string;
  grams: number;
}

/** Those inside the brackets of a name part nothing: 纯牛奶（代表值，全脂） is one food. */
const separators = /[、，,；;\n]+(?![^（(]*[）)])/;
const part = /^(.+?)[\s:：]*(\d{1,5}(?:\.\d)?)\s*(?:克|g)?$/i;

/** The lines of the cell, or what is wrong with it, naming the part. */
export function readRecipe(cell: string): ReadLine[] | { problem: string } {
  const parts = cell
    // Figures typed wide; names stay as they are written.
    .replace(/[０-９．]/g, (char) => char.normalize('NFKC'))
    .split(separators)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (parts.length > mostLines) return { problem: `配料不能超过 ${mostLines} 项` };
  const lines: ReadLine[] = [];
  for (const text of parts) {
    const found = part.exec(text);
    if (!found) return { problem: `「${text}」没有写克数，应如“番茄 100克”` };
    const [, name = '', amount] = found;
    const grams = Number(amount);
    if (grams <= 0 || grams > mostGrams) return { problem: `「${name.trim()}」的克数应在 0.1 到 ${mostGrams} 之间` };
    if (lines.some((one) => one.name === name.trim())) return { problem: `「${name.trim()}」写了两次` };
    lines.push({ name: name.trim(), grams });
  }
  return lines;
}
