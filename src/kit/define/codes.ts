/** Codes that scanners read, as plain figures: QR and Code 128. Pure; slips, sheets and screens draw them alike. */
import encodeQR from 'qr';

/** Longest text of a QR code here: what a phone still reads off a slip. */
const longestQr = 1_000;

/**
 * The dark (true) and light cells of a QR code, row by row, the quiet zone of four around it; error correction M.
 * @throws when the text is empty or longer than 1,000 characters.
 */
export function qrCells(text: string): boolean[][] {
  if (text === '' || text.length > longestQr) throw new Error(`no QR code of ${text.length} characters`);
  return encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
}

/** ISO/IEC 15417: widths of bar, space, bar … of the values 0–105 in modules; 106 is the stop. */
const patterns = (
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221' +
  '223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321' +
  '112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131' +
  '311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114' +
  '122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141' +
  '214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'
).match(/.{6}/g)!;
const stop = '2331112';
const startB = 104;
const startC = 105;
const toB = 100;
const toC = 99;

/** Symbol values of a text in sets B and C: runs of four digits and more go two by two. */
function symbols(text: string): number[] {
  const values: number[] = [];
  let set: 'B' | 'C' | undefined;
  const change = (next: 'B' | 'C') => {
    if (set !== next) values.push(set === undefined ? (next === 'B' ? startB : startC) : next === 'B' ? toB : toC);
    set = next;
  };
  for (let at = 0; at < text.length; ) {
    const digits = /^\d*/.exec(text.slice(at))![0].length;
    if (digits >= 4 || (set === 'C' && digits >= 2)) {
      // An odd digit too many is written before the pairs.
      if (set !== 'C' && digits % 2 === 1) {
        change('B');
        values.push(text.charCodeAt(at) - 32);
        at += 1;
      }
      change('C');
      for (let end = at + digits - (digits % 2); at < end && /^\d\d/.test(text.slice(at)); at += 2)
        values.push(Number(text.slice(at, at + 2)));
    } else {
      change('B');
      values.push(text.charCodeAt(at) - 32);
      at += 1;
    }
  }
  return values;
}

/**
 * Widths in modules of a Code 128 symbol: bar, space, bar … , without quiet zones (ten modules on both sides belong to it).
 * @throws when the text is empty, longer than 60 characters or holds other than printable ASCII.
 */
export function code128Widths(text: string): number[] {
  if (!/^[ -~]{1,60}$/.test(text)) throw new Error('Code 128 takes 1 to 60 printable ASCII characters');
  const values = symbols(text);
  const check = values.reduce((sum, value, i) => sum + value * Math.max(1, i), 0) % 103;
  return [...[...values, check].map((value) => patterns[value]!), stop].flatMap((widths) => [...widths].map(Number));
}
