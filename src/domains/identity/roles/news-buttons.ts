/** Buttons of a role whose template has pages that came later. */
import type { Action } from '../../../kit/define/page.ts';

const waits: Action['when'] = (row) => typeof row.news === 'string';

export const newsButtons = [
  {
    key: 'join',
    label: '加入新页面',
    tone: 'primary',
    outcome: true,
    when: waits,
    done: '已加入，使用该角色的人员即可看到',
  },
  {
    key: 'leave_out',
    label: '不加入',
    confirm: '「{name}」不加入这些新页面，以后不再提示；需要时可编辑角色逐项选择',
    when: waits,
  },
] as const satisfies readonly Action[];
