/** The checks of a new password that need no server. */

/** What is wrong with a new password before the server is asked; empty when nothing is. */
export function newPasswordProblem(
  old: string,
  next: string,
  again: string,
): { field: 'next' | 'again'; text: string } | undefined {
  if (next === '') return { field: 'next', text: '请输入新密码' };
  if (next === old) return { field: 'next', text: '新密码不能与原密码相同' };
  if (again !== next) return { field: 'again', text: '两次输入的新密码不一致' };
  return undefined;
}
