/** What a written department means: whole path, end of a path, several, none. */
import { describe, expect, test } from 'vitest';
import { planDepartments, splitPath } from './department-names.ts';

const known = [
  { id: 1, name: '初中部', parentId: null },
  { id: 2, name: '初一', parentId: 1 },
  { id: 3, name: '1班', parentId: 2 },
  { id: 4, name: '初二', parentId: 1 },
  { id: 5, name: '1班', parentId: 4 },
  { id: 6, name: '财务', parentId: null },
  // Its parent is outside the data scope.
  { id: 7, name: '食堂', parentId: 99 },
];

test('paths are split at both slashes and trimmed', () => {
  expect(splitPath(' 一级 ／二级/ 三级/')).toEqual(['一级', '二级', '三级']);
});

describe('planDepartments', () => {
  const plan = planDepartments(known, [
    '财务',
    '初一',
    '初中部/初二',
    '初一/1班',
    '1班',
    '食堂',
    ' / ',
    '高中部/高一',
    '高中部/高二',
    '财务/出纳',
  ]);
  test('a whole path or the only end of one is found', () => {
    expect([...plan.found]).toEqual([
      ['财务', 6],
      ['初一', 2],
      ['初中部/初二', 4],
      ['初一/1班', 3],
      ['食堂', 7],
    ]);
  });
  test('several ends and nothing at all are wrong', () => {
    expect([...plan.wrong]).toEqual([
      ['1班', '「1班」有 2 个，请写完整路径'],
      [' / ', '不能为空'],
    ]);
  });
  test('the rest is missing, parents first and each once', () => {
    expect(plan.missing).toEqual([['高中部'], ['高中部', '高一'], ['高中部', '高二'], ['财务', '出纳']]);
  });
  test('more than eight levels are wrong', () => {
    expect(planDepartments([], ['a/b/c/d/e/f/g/h/i']).wrong.size).toBe(1);
  });
});
