import { describe, expect, it } from 'vitest';
import { labelIn, mayIn, type Transition } from './states.ts';

const table = {
  open: { label: '打开', from: ['SHUT'], to: 'OPEN' },
  shut: { label: '关上', from: ['OPEN', 'BROKEN'], to: 'SHUT' },
} as const satisfies Record<string, Transition<'OPEN' | 'SHUT' | 'BROKEN'>>;

describe('a state table', () => {
  it('says what may happen in which state', () => {
    const may = mayIn(table);
    expect(may('open', 'SHUT')).toBe(true);
    expect(may('open', 'OPEN')).toBe(false);
    expect(may('shut', 'BROKEN')).toBe(true);
    for (const none of [null, undefined, '', 'ELSE', 0]) expect(may('shut', none)).toBe(false);
  });

  it('has words for its states', () => {
    const states = [{ value: 'OPEN', label: '开着' }];
    expect(labelIn(states, 'OPEN')).toBe('开着');
    expect(labelIn(states, 'ELSE')).toBe('ELSE');
    expect(labelIn(states, null)).toBe('');
  });
});
