/** Finds departments by what people write in spreadsheets: a name, the end of a path, or a whole path 一级/二级. Pure. */

export interface KnownDepartment {
  id: number;
  name: string;
  parentId: number | null;
}

/** Most levels of a department tree. */
export const departmentLevels = 8;

export interface DepartmentPlan {
  /** Id per written path that names exactly one department. */
  found: Map<string, number>;
  /** Why a path cannot be used, without the field's label. */
  wrong: Map<string, string>;
  /** What has to be created, parents first, as lists of names from the root. */
  missing: string[][];
}

/** The names of a written path, from the top: `一级/二级` or with the wide slash. */
export function splitPath(path: string): string[] {
  return path
    .split(/[/／]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const key = (names: readonly string[]) => names.join('/');

/** Names from the root per department; children of unseen parents count as roots. */
function wholePaths(known: readonly KnownDepartment[]): Map<number, string[]> {
  const byId = new Map(known.map((d) => [d.id, d]));
  const paths = new Map<number, string[]>();
  const pathOf = (department: KnownDepartment): string[] => {
    const stored = paths.get(department.id);
    if (stored) return stored;
    const parent = department.parentId === null ? undefined : byId.get(department.parentId);
    const path = parent ? [...pathOf(parent), department.name] : [department.name];
    paths.set(department.id, path);
    return path;
  };
  for (const department of known) pathOf(department);
  return paths;
}

/**
 * Decides per written path which department is meant. A whole path wins; else the only department whose path ends so;
 * several are wrong; none is missing and starts at the root.
 */
export function planDepartments(known: readonly KnownDepartment[], written: readonly string[]): DepartmentPlan {
  const byPath = new Map<string, number>();
  const byEnd = new Map<string, number[]>();
  for (const [id, path] of wholePaths(known)) {
    byPath.set(key(path), id);
    for (let from = 0; from < path.length; from++) {
      const end = key(path.slice(from));
      byEnd.set(end, [...(byEnd.get(end) ?? []), id]);
    }
  }
  const plan: DepartmentPlan = { found: new Map(), wrong: new Map(), missing: [] };
  const planned = new Set<string>();
  for (const path of new Set(written)) {
    const names = splitPath(path);
    const whole = byPath.get(key(names));
    const ends = byEnd.get(key(names)) ?? [];
    if (names.length === 0) plan.wrong.set(path, '不能为空');
    else if (names.length > departmentLevels) plan.wrong.set(path, `最多 ${departmentLevels} 级`);
    else if (names.some((name) => [...name].length > 50)) plan.wrong.set(path, '名称不能超过 50 个字');
    else if (whole !== undefined) plan.found.set(path, whole);
    else if (ends.length === 1) plan.found.set(path, ends[0]!);
    else if (ends.length > 1) plan.wrong.set(path, `「${path}」有 ${ends.length} 个，请写完整路径`);
    else
      for (let level = 1; level <= names.length; level++) {
        const part = names.slice(0, level);
        if (byPath.has(key(part)) || planned.has(key(part))) continue;
        planned.add(key(part));
        plan.missing.push(part);
      }
  }
  return plan;
}
