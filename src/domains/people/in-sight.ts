/** Whom a session of some departments may be told of, for statements that look beyond its scope: a number is taken by whoever has it. */
import type { Reach } from '../../kit/server/query/scope.ts';

/** Stands for the name of somebody else. */
export const outOfSight = '数据范围以外的人员';

/** Takes the place of `param` in `inSight`. */
export const departmentsSeen = (reach: Reach | undefined): readonly number[] | null =>
  reach === undefined || reach === 'ALL' ? null : reach;

/** SQL: is this department one of those whose people may be named? */
export const inSight = (column: string, param: string): string =>
  `(${param}::bigint[] is null or ${column} = any(${param}::bigint[]))`;
