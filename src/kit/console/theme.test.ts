/** Text of the theme can be read on every ground the console puts it on. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { darkTheme } from './dark-theme.ts';
import { theme } from './theme.ts';

const css = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** WCAG 2 relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const both = { light: theme, dark: darkTheme };

/** The values of the shell's own variables: those of the light looks, or what the dark ones make of them. */
function variables(looks: keyof typeof both): Record<string, string> {
  const [light = '', dark = ''] = css('./theme.css').split('data-theme="dark"');
  const read = (text: string) => [...text.matchAll(/(--oc-[\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]);
  return Object.fromEntries([...read(light), ...(looks === 'dark' ? read(dark) : [])]);
}

describe.each(['light', 'dark'] as const)('%s looks', (looks) => {
  const { token = {}, components = {} } = both[looks];
  const own = variables(looks);
  const of = (name: string) => (own[name]!.length === 4 ? own[name]!.replace(/\w/g, '$&$&') : own[name]!);

  it.each([
    ['page', () => token.colorBgLayout],
    ['card', () => of('--oc-card')],
    ['heading', () => components.Table?.headerBg],
    ['row under the pointer', () => components.Table?.rowHoverBg],
    ['selected row', () => components.Table?.rowSelectedBg],
    ['selected row under the pointer', () => components.Table?.rowSelectedHoverBg],
    ['notice of what is good', () => of('--oc-good-ground')],
    ['notice of what is bad', () => of('--oc-bad-ground')],
  ])('show links, text and errors at 4.5 : 1 on a %s', (_name, ground) => {
    for (const text of [token.colorLink, token.colorText, token.colorTextSecondary, token.colorError])
      expect(contrast(text!, ground()!)).toBeGreaterThanOrEqual(4.5);
  });

  it('show what is good, bad, doubtful or said on its own ground, and words on accents', () => {
    for (const [text, ground] of [
      ['--oc-good', '--oc-good-ground'],
      ['--oc-bad', '--oc-bad-ground'],
      ['--oc-warn', '--oc-warn-ground'],
      ['--oc-info-text', '--oc-info-ground'],
      ['--oc-on-primary', '--oc-primary'],
      ['--oc-on-primary', '--oc-danger'],
      ['--oc-hint', '--oc-card'],
      ['--oc-text-2', '--oc-soft-2'],
      ['--oc-link', '--oc-chosen'],
      ['--oc-aside-muted', '--oc-aside'],
    ] as const)
      expect(contrast(of(text), of(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it('have the same colours in the shell as in antd', () => {
    expect(own).toMatchObject({
      '--oc-primary': token.colorPrimary,
      '--oc-link': token.colorLink,
      '--oc-text': token.colorText,
      '--oc-text-2': token.colorTextSecondary,
      '--oc-danger': token.colorError,
      '--oc-warning': token.colorWarning,
    });
  });
});

/** All style sheets of the console, by their path under `src`; those of pages without a session and of walls have looks of their own. */
const sheets = readdirSync(new URL('../../', import.meta.url), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.css') && !/(^|\/)open\/|^domains\/display\//.test(file));

it('every variable that a style sheet names is one of the theme', () => {
  const known = variables('light');
  const unknown = sheets.flatMap((file) =>
    [...css(`../../${file}`).matchAll(/var\((--oc-[\w-]+)/g)].flatMap(([, name]) =>
      name! in known || ['--oc-shadow', '--oc-radius', '--oc-font'].includes(name!) ? [] : [`${file} ${name}`],
    ),
  );
  expect(unknown).toEqual([]);
});

it('lists, forms and records take every colour on the screen from the theme: another one stays bright by night', () => {
  const own = sheets
    .filter((file) => file.startsWith('kit/console/screens/') || file.startsWith('kit/console/batch/'))
    .flatMap((file) => (css(`../../${file}`).match(/#[0-9a-f]{3,8}\b/gi) ?? []).map((colour) => `${file} ${colour}`));
  expect(own).toEqual([]);
});
