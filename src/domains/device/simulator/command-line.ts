/** What the simulators' command lines share. */

/** A whole number of an option. @throws naming the option and its range */
export function whole(name: string, text: string, from: number, to: number): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < from || n > to) throw new Error(`--${name} 应为 ${from}–${to} 的整数`);
  return n;
}

/** Runs it; what goes wrong is said in a line, and the process fails. */
export async function runSimulator(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const unreachable = error instanceof TypeError && error.message === 'fetch failed';
    console.error(
      unreachable ? '连接不上服务器，请先启动（npm start），或用 --url 指定地址' : (error as Error).message,
    );
    process.exitCode = 1;
  }
}
