import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longText } from './field.ts';
import { flow, flowOf, type Hand, type Move } from './flow.ts';
import { page } from './page.ts';

const statuses = [
  { value: 'WAITING', label: '待审核' },
  { value: 'RUNNING', label: '执行中' },
  { value: 'DONE', label: '已完成' },
  { value: 'REFUSED', label: '已驳回' },
] as const;

const paperFlow = flow(statuses, {
  approve: { label: '审核通过', from: ['WAITING'], to: 'RUNNING', by: 'other' },
  reject: {
    label: '驳回',
    from: ['WAITING'],
    to: 'REFUSED',
    tone: 'danger',
    ask: { reason: longText('原因', { required: true }) },
  },
  take: { label: '撤回', from: ['WAITING', 'RUNNING'], to: 'REFUSED', by: { WAITING: 'maker' }, tone: 'danger' },
  finish: { label: '完成', from: ['RUNNING'], to: 'DONE', by: 'house' },
});

const button = (key: string) => paperFlow.buttons.find((b) => b.key === key)!;
const row = (status: string, mine: boolean) => ({ id: 1, status, mine });

describe('a flow', () => {
  it('gives the buttons of a row: every move but the house’s, with its dialog', () => {
    expect(paperFlow.buttons.map((b) => [b.key, b.label])).toEqual([
      ['approve', '审核通过'],
      ['reject', '驳回'],
      ['take', '撤回'],
    ]);
    expect(button('reject')).toMatchObject({ tone: 'danger', form: { reason: { label: '原因' } } });
  });

  it('hides a button whose state has passed, and says on the button whose hand it takes', () => {
    expect(button('approve').when!(row('WAITING', false))).toBe(true);
    expect(button('approve').when!(row('WAITING', true))).toBe(false);
    expect(button('approve').whyNot!(row('WAITING', true))).toBe('由您制单，须由另一人审核通过');
    expect(button('approve').whyNot!(row('DONE', true))).toBeUndefined();
    expect(button('take').whyNot!(row('WAITING', false))).toBe('由他人制单，只能由制单人撤回');
    expect(button('take').when!(row('RUNNING', false))).toBe(true);
  });

  it('says why not: the state first, then the hand', () => {
    expect(paperFlow.whyNot('approve', { status: 'DONE', mine: false })).toBe('当前状态为「已完成」，不能审核通过');
    expect(paperFlow.whyNot('finish', { status: 'RUNNING', mine: false })).toBe('由系统完成');
    expect(paperFlow.whyNot('approve', { status: 'WAITING', mine: false })).toBeUndefined();
  });

  it('draws the way a document went and the one before it, not where somebody might break it off', () => {
    const drawn = (status: string) => paperFlow.path(status).map((s) => `${s.label}:${s.at}`);
    expect(drawn('WAITING')).toEqual(['待审核:now', '执行中:ahead', '已完成:ahead']);
    expect(drawn('DONE')).toEqual(['待审核:before', '执行中:before', '已完成:now']);
    expect(drawn('REFUSED')).toEqual(['待审核:before', '已驳回:now']);
    expect(flow(statuses, { go: { label: '走', from: ['WAITING'], to: 'DONE' } }, { life: true }).path('DONE')).toEqual(
      [],
    );
  });

  it('is found in a page by its buttons', () => {
    const papers = page({ path: '/p', title: '单', fields: {}, list: { columns: [], row: ['view', button('take')] } });
    expect(flowOf(papers)?.labelOf('DONE')).toBe('已完成');
    expect(flowOf({ list: { row: ['view'] } })).toBeUndefined();
  });

  it('agrees with its graph for every state, move and hand there can be', () => {
    const states = ['A', 'B', 'C', 'D'];
    const hands: Hand[] = ['maker', 'other', 'any', 'house'];
    const move = fc.record({
      from: fc.uniqueArray(fc.constantFrom(...states), { minLength: 1 }),
      to: fc.constantFrom(...states),
      by: fc.constantFrom(...hands),
    });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), move), (graph) => {
        const moves: Record<string, Move> = Object.fromEntries(
          Object.entries(graph).map(([event, m]) => [event, { label: event, ...m }]),
        );
        const made = flow(
          states.map((value) => ({ value, label: value })),
          moves,
        );
        for (const [event, { from, by }] of Object.entries(graph))
          for (const status of states)
            for (const mine of [true, false]) {
              const goes =
                from.includes(status) && (by === 'any' || (by === 'maker' && mine) || (by === 'other' && !mine));
              expect(made.whyNot(event, { status, mine }) === undefined).toBe(goes);
              const shown = made.buttons.find((b) => b.key === event);
              expect(shown === undefined).toBe(by === 'house');
              if (shown) expect(shown.when!(row(status, mine))).toBe(goes);
            }
      }),
    );
  });
});
