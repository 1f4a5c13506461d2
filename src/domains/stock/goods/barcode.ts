/** Barcodes of goods: EAN-8, UPC-A, EAN-13 and GTIN-14 with their check digit. Pure, both sides. */

const lengths = new Set([8, 12, 13, 14]);

/** The check digit that belongs behind these digits. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** Why it is no barcode; undefined when it is one. Numbers that a spreadsheet has spoilt are named. */
export function barcodeFault(code: string): string | undefined {
  if (/^\d(\.\d+)?e\+?\d+$/i.test(code)) return '是电子表格的科学计数，请把该列设为文本后重填';
  if (!/^\d+$/.test(code)) return '只能是数字';
  if (!lengths.has(code.length))
    return code.length < 8 || code.length === 11 ? '位数不对，可能丢失了开头的 0' : '应为 8、12、13 或 14 位';
  return checkDigit(code.slice(0, -1)) === Number(code.at(-1)) ? undefined : '校验位不正确';
}
