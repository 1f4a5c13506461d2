/** Fields that come and go, rows edited in place, forms by steps, and where the focus is, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { area, rowsShown, type ScreenStage, shown, startScreens } from './screens-support.ts';
import { seriousFindings } from './shell-support.ts';

let stage: ScreenStage;
beforeAll(async () => {
  stage = await startScreens();
});
afterAll(() => stage.close());

const calls = (path: string) => stage.server.received.filter((c) => c.path === path);
/** Name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
  });
const cell = (page: Page, row: number, label: string) =>
  shown(page).getByLabel(`第 ${row} 行 ${label}`, { exact: true });
const pick = async (page: Page, label: string, option: string) => {
  await shown(page).getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-item-option:visible', { hasText: option }).first().click();
};
const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const data = new DataTransfer();
    data.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);

/** Counts, from the next load on, the components that React draws; `drawn` answers how many since it was last asked. */
const countDrawn = (page: Page) =>
  page.addInitScript(() => {
    interface Fiber {
      flags: number;
      child: Fiber | null;
      sibling: Fiber | null;
      alternate: Fiber | null;
    }
    const performedWork = 1;
    // What hangs below a component that was left as it was is the same object as before.
    const count = (first: Fiber | null): number => {
      let sum = 0;
      for (let fiber = first; fiber; fiber = fiber.sibling)
        sum +=
          (fiber.flags & performedWork) +
          (fiber.alternate?.child === fiber.child && fiber.child ? 0 : count(fiber.child));
      return sum;
    };
    const tally = { drawn: 0 };
    const nothing = () => undefined;
    Object.assign(window, {
      tally,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        checkDCE: nothing,
        onCommitFiberUnmount: nothing,
        onPostCommitFiberRoot: nothing,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
          tally.drawn += count(root.current);
        },
      },
    });
  });
const drawn = (page: Page) =>
  page.evaluate(() => {
    const { tally } = window as unknown as { tally: { drawn: number } };
    const found = tally.drawn;
    tally.drawn = 0;
    return found;
  });
/** Waits until nothing is drawn any more: what was typed has been told to the form. */
const settled = async (page: Page): Promise<void> => {
  do await page.waitForTimeout(600);
  while ((await drawn(page)) > 0);
};

test('a letter is drawn where it was typed: the other inputs of a form and the other rows of a long table stay as they are', async () => {
  const { page, complaints } = await stage.open('order/form');
  await countDrawn(page);
  await page.reload();
  const form = shown(page);
  await form.getByRole('button', { name: '添加一行' }).click();
  await form.getByLabel('第 1 行 数量').focus();
  await paste(page, Array.from({ length: 200 }, (_, i) => String((i % 90) + 1)).join('\n'));
  await expect.poll(() => form.getByRole('table', { name: '明细' }).getAttribute('aria-rowcount')).toBe('200');
  /** How many components the letter costs, before the keys pause. */
  const costOf = async (key: string) => {
    await settled(page);
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
    return drawn(page);
  };
  await cell(page, 9, '数量').focus();
  await page.keyboard.press('End');
  const row = await costOf('7');
  await form.getByLabel('份数').focus();
  const input = await costOf('7');
  expect(row).toBeGreaterThan(0);
  expect(row).toBeLessThan(40);
  expect(input).toBeGreaterThan(0);
  // The chooser that hangs on another field hears of every one; the table does not draw its rows anew.
  expect(input).toBeLessThan(300);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a field comes and goes with what it hangs on; unseen it is neither asked nor sent', async () => {
  const { page, complaints } = await stage.open('order/form');
  const form = shown(page);
  await expect.poll(() => focused(page)).toBe('订购单');
  await page.keyboard.type('新订购');
  expect(await form.getByLabel('捐赠人').count()).toBe(0);
  await form.getByLabel('预算').fill('12.50');
  await form.getByText('受赠').click();
  expect(await form.getByLabel('预算').count()).toBe(0);
  await form.getByRole('button', { name: '添加一行' }).click();
  await expect.poll(() => focused(page)).toBe('第 1 行 书');
  await page.keyboard.type('书3');
  await page.locator('.ant-select-item-option:visible', { hasText: '书3' }).first().waitFor();
  await expect.poll(() => page.locator('.ant-select-item-option-active:visible').innerText()).toBe('书3');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('第 1 行 数量');
  await page.keyboard.type('3');
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('请输入捐赠人').waitFor();
  await expect.poll(() => focused(page)).toBe('捐赠人');
  await page.keyboard.type('校友会');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => calls('order/create').length).toBe(1);
  expect(calls('order/create')[0]?.body).toEqual({
    name: '新订购',
    way: 'GIFT',
    giver: '校友会',
    copies: null,
    shelfId: null,
    bookId: null,
    lines: [{ bookId: 3, quantity: 3, priceFen: null, urgent: false }],
  });
  expect(complaints).toEqual([]);
});

test('rows are walked by keyboard: Enter goes down and adds, arrows move, Tab past the end adds, Ctrl+Delete removes', async () => {
  const { page } = await stage.open('order/form?id=1');
  await cell(page, 1, '数量').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('第 2 行 数量');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('第 3 行 数量');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('第 4 行 数量');
  await page.keyboard.type('7');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focused(page)).toBe('第 4 行 单价');
  await page.keyboard.type('1.5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('第 5 行 书');
  expect(await shown(page).locator('.kl tfoot').innerText()).toMatch(/合计\s+13\s+31\.50/);
  await page.keyboard.press('Control+Delete');
  await expect.poll(() => shown(page).locator('.kl tbody tr').count()).toBe(4);
  expect(await seriousFindings(page)).toEqual([]);
});

test('cells copied from a spreadsheet land where the focus is; what no record is called is said by row', async () => {
  const { page } = await stage.open('order/form?id=1');
  await cell(page, 3, '书').focus();
  await paste(page, '书10\t5\n书11\t6\n无此书\t7\n');
  await shown(page).getByText('第 5 行 书「无此书」不存在').waitFor();
  expect(await cell(page, 4, '数量').inputValue()).toBe('6');
  await shown(page).getByText('书11', { exact: true }).waitFor();
  expect(calls('order/lines_read').at(-1)?.body).toMatchObject({
    field: 'lines',
    columns: ['bookId', 'quantity'],
    rows: [
      ['书10', '5'],
      ['书11', '6'],
      ['无此书', '7'],
    ],
  });
  await cell(page, 1, '数量').focus();
  await paste(page, '数量\t书\n8\t书20\n');
  await expect.poll(() => calls('order/lines_read').at(-1)?.body.columns).toEqual(['quantity', 'bookId']);
  await expect.poll(() => cell(page, 1, '数量').inputValue()).toBe('8');
});

test('rows come out of a file; each of the source comes by one button', async () => {
  const { page } = await stage.open('order/form');
  await shown(page)
    .getByLabel('导入明细')
    .setInputFiles({ name: '明细.csv', mimeType: 'text/csv', buffer: Buffer.from('书,数量\n书3,4\n') });
  await expect.poll(() => cell(page, 1, '数量').inputValue()).toBe('4');
  await shown(page).getByRole('button', { name: '添加全部书' }).click();
  await expect.poll(() => shown(page).locator('.kl tbody tr').count()).toBe(6);
});

test('what is wrong in a row is named by row and cell, here and by the server, and the focus goes there', async () => {
  const { page } = await stage.open('order/form');
  await shown(page).getByLabel('订购单').fill('订');
  await shown(page).getByRole('button', { name: '添加全部书' }).click();
  for (const row of [1, 2, 3, 4, 5, 6]) await cell(page, row, '数量').fill(row === 4 ? '一' : '1');
  await page.keyboard.press('Control+Enter');
  await shown(page).getByText('第 4 行 数量必须是整数').waitFor();
  await expect.poll(() => focused(page)).toBe('第 4 行 数量');
  expect(await cell(page, 4, '数量').inputValue()).toBe('一');
  await cell(page, 4, '数量').fill('99');
  await page.keyboard.press('Control+Enter');
  await shown(page).getByText('第 4 行 数量超过可订').first().waitFor();
  await expect.poll(() => focused(page)).toBe('第 4 行 数量');
  // Handed in without a pause after the last key, which is in what was sent.
  const sent = calls('order/create').at(-1)?.body.lines as { quantity: number }[];
  expect(sent.map((line) => line.quantity)).toEqual([1, 1, 1, 99, 1, 1]);
});

test('of many rows only those in view are drawn, and the keyboard reaches all of them', async () => {
  const { page } = await stage.open('order/form?id=2');
  await cell(page, 1, '数量').waitFor();
  expect(await shown(page).locator('[data-cell$=":0"]').count()).toBeLessThan(60);
  await cell(page, 1, '数量').focus();
  for (let i = 0; i < 30; i++) await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('第 31 行 数量');
  await shown(page)
    .locator('.kl-box')
    .evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await cell(page, 600, '数量').fill('5');
  expect(await shown(page).locator('.kl tfoot').innerText()).toMatch(/604/);
});

test('choices hang on another field; a changed parent empties the child', async () => {
  const { page } = await stage.open('order/form');
  await pick(page, '书架', '小说');
  await shown(page).getByLabel('样书', { exact: true }).click();
  await expect.poll(() => calls('book/options').at(-1)?.body).toEqual({ within: { shelfId: 2 } });
  await page.locator('.ant-select-item-option:visible', { hasText: '书5' }).first().click();
  await shown(page).locator('[data-field=bookId]').getByText('书5', { exact: true }).last().waitFor();
  await pick(page, '书架', '科学');
  await expect
    .poll(() =>
      shown(page)
        .locator('[data-field=bookId] .ant-select-content-value, [data-field=bookId] .ant-select-selection-item')
        .count(),
    )
    .toBe(0);
});

test('a number typed in full width stays as it is read, and one that is none stays to be mended', async () => {
  const { page } = await stage.open('order/form');
  const copies = shown(page).getByLabel('份数');
  await copies.fill('１２');
  await shown(page).getByLabel('订购单').focus();
  expect(await copies.inputValue()).toBe('12');
  await copies.fill('12.7');
  await shown(page).getByLabel('订购单').focus();
  expect(await copies.inputValue()).toBe('12.7');
  await shown(page).getByText('必须是整数').waitFor();
});

test('the rows of a record show in its drawer, and what changed in them in its history', async () => {
  const { page } = await stage.open('order');
  await rowsShown(page);
  await shown(page).getByRole('row', { name: '春季订购' }).getByRole('button', { name: '查看' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('书2', { exact: true }).waitFor();
  expect(await drawer.locator('.kl tfoot').innerText()).toMatch(/合计\s+6\s+30\.00/);
  await drawer.getByText('明细 第 2 行 数量').waitFor();
  await drawer.locator('ins', { hasText: '书3' }).waitFor();
});

test('steps: inputs, the rows that the server answers, the totals in large digits, then it is handed in', async () => {
  const { page, complaints } = await stage.open('stocktake/form');
  const form = shown(page);
  await form.locator('.ant-steps-item-title').first().waitFor();
  expect(await form.locator('.ant-steps-item-title').allInnerTexts()).toEqual([
    '范围',
    '原因',
    '预览',
    '核对合计',
    '复核',
  ]);
  await form.getByRole('button', { name: '下一步' }).click();
  await form.getByText('请选择书架').first().waitFor();
  await pick(page, '书架', '文学');
  await form.getByRole('button', { name: '下一步' }).click();
  await expect.poll(() => focused(page)).toBe('原因');
  await page.keyboard.type('坏');
  await form.getByRole('button', { name: '预览' }).click();
  await form.getByText('原因不可用').first().waitFor();
  await expect.poll(() => focused(page)).toBe('原因');
  await form.getByLabel('原因').fill('月底');
  await form.getByRole('button', { name: '预览' }).click();
  await form.getByText('已借出，不能盘点').waitFor();
  expect(await form.getByLabel('选择第 1 行').isDisabled()).toBe(true);
  await form.getByText('共 3 行，已选 1 行').waitFor();
  await form.getByLabel('选择第 3 行').check();
  await cell(page, 2, '实有').fill('8');
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('button', { name: '核对 2 本' }).click();
  await form.getByText('提交后须另一人复核').waitFor();
  expect(await form.locator('.kb-figure', { hasText: '盘亏' }).locator('b').innerText()).toMatch(/20\.00\s*元/);
  expect(calls('stocktake/preview').at(-1)?.body.lines).toEqual([
    { bookId: 1, found: 8 },
    { bookId: 3, found: 10 },
  ]);
  await form.getByRole('button', { name: '上一步' }).click();
  expect(await cell(page, 2, '实有').inputValue()).toBe('8');
  await form.getByRole('button', { name: '核对 2 本' }).click();
  await form.getByRole('button', { name: '提交盘亏 20 元' }).dblclick();
  await expect.poll(() => page.url()).toContain(`${area}/stocktake/form?id=5`);
  expect(calls('stocktake/create').map((c) => c.body)).toEqual([
    {
      shelfId: 1,
      reason: '月底',
      lossFen: 2_000,
      lines: [
        { bookId: 1, found: 8 },
        { bookId: 3, found: 10 },
      ],
    },
  ]);
  expect(complaints).toEqual([]);
});

test('after a choice Tab goes to the next field', async () => {
  const { page } = await stage.open('order/form');
  await pick(page, '书架', '文学');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('样书');
});

test('a dialog opens with its first field focused and gives the focus back', async () => {
  const { page } = await stage.open('loan');
  await rowsShown(page);
  const button = shown(page).locator('.ant-table-row').first().getByRole('button', { name: '退押金' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expect.poll(() => focused(page)).toBe('退还金额');
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('请输入退还金额').waitFor();
  await expect.poll(() => focused(page)).toBe('退还金额');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toMatch(/退押金/);
});
