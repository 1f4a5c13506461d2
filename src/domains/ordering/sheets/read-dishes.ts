/** Dishes as a sheet names them: 红烧肉×2、米饭. Pure. */

const line = /^(.+?)\s*(?:[×xX*]\s*(\d{1,3})\s*份?)?$/;

/** Items of the menu with portions, or what cannot be read; nothing named is nothing chosen. */
export function readDishes(
  text: string,
  items: ReadonlyMap<string, number>,
): { menuItemId: number; qty: number }[] | string {
  const found: { menuItemId: number; qty: number }[] = [];
  for (const part of text.split(/[、,，;；\n]+/)) {
    const [, name = '', qty = '1'] = line.exec(part.trim()) ?? [];
    if (name === '') continue;
    // A dish may itself be named with such a sign: the whole is looked for first.
    const whole = items.get(part.trim());
    const menuItemId = whole ?? items.get(name);
    if (menuItemId === undefined) return `这一餐已发布的菜谱里没有「${name}」`;
    found.push({ menuItemId, qty: whole === undefined ? Number(qty) : 1 });
  }
  return found;
}
