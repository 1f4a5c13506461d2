/** Text of the theme can be read on every ground the console puts it on. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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

const { token = {}, components = {} } = theme;
const notices = [...css('./screens/screens.css').matchAll(/\.k-notice\.ant-alert-\w+ \{[^}]*background: (#\w{6})/g)];
const grounds: Record<string, string | undefined> = {
  page: token.colorBgLayout,
  card: '#ffffff',
  heading: components.Table?.headerBg,
  'row under the pointer': components.Table?.rowHoverBg,
  'selected row': components.Table?.rowSelectedBg,
  'selected row under the pointer': components.Table?.rowSelectedHoverBg,
  ...Object.fromEntries(notices.map(([rule, colour]) => [rule.split(' ')[0], colour])),
};

it('has notices of its own grounds', () => expect(notices).toHaveLength(2));

it.each(Object.entries(grounds))('shows links, text and errors at 4.5 : 1 on a %s', (_name, ground) => {
  for (const text of [token.colorLink, token.colorText, token.colorTextSecondary, token.colorError])
    expect(contrast(text!, ground!)).toBeGreaterThanOrEqual(4.5);
});

it('gives the shell the colours that antd has', () => {
  const own = css('./theme.css');
  for (const [name, colour] of Object.entries({
    '--oc-primary': token.colorPrimary,
    '--oc-link': token.colorLink,
    '--oc-text': token.colorText,
    '--oc-text-2': token.colorTextSecondary,
    '--oc-danger': token.colorError,
    '--oc-warning': token.colorWarning,
  }))
    expect(own).toContain(`${name}: ${colour};`);
});
