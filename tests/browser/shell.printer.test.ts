/** Slips go to the program beside the till printer where there is one, and to the browser's print window otherwise. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, startStage } from './shell-support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.close());

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

async function atPrinterTest(): Promise<Page> {
  const { page } = await stage.open();
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'browser';
      document.body.dataset.paper = /size: (\S+)/.exec(
        document.querySelector('.k-print-root style')?.textContent ?? '',
      )?.[1];
    };
  });
  await stage.enter(page);
  await page.goto(`${stage.base}/admin/cs/printTest`);
  await page.getByText('本机的小票由浏览器打印。').waitFor();
  return page;
}

it('keeps to the browser while nothing answers, and says so', async () => {
  const page = await atPrinterTest();
  await page.route('http://localhost:3000/**', (route) => route.abort());
  await page.getByRole('button', { name: '检测并启用' }).click();
  await page.getByText('没有连接到本机服务').waitFor();
  await page.getByRole('button', { name: '打印小票' }).click();
  await page.locator('body[data-printed="browser"]').waitFor();
});

it('prints slips and labels as wide as this machine’s roll is', async () => {
  const page = await atPrinterTest();
  const printed = async () => {
    await page.getByRole('button', { name: '打印小票' }).click();
    return page.locator('body').getAttribute('data-paper');
  };
  await expect.poll(printed).toBe('58mm');
  await page.getByText('80 mm', { exact: true }).click();
  await page.getByRole('heading', { name: '小票与标签（80 mm）' }).waitFor();
  await expect.poll(printed).toBe('80mm');
  await page.reload();
  await page.getByRole('heading', { name: '小票与标签（80 mm）' }).waitFor();
  await expect.poll(printed).toBe('80mm');
});

it('sends the slip to the program once it has answered, without a token', async () => {
  const page = await atPrinterTest();
  const sent: { body: unknown; authorization: string | undefined }[] = [];
  await page.route('http://localhost:3000/**', async (route) => {
    const request = route.request();
    if (request.method() === 'POST')
      sent.push({ body: request.postDataJSON(), authorization: request.headers().authorization });
    await route.fulfill({ headers: cors, contentType: 'application/json', body: '{"state":"58 mm 就绪"}' });
  });
  await page.getByRole('button', { name: '检测并启用' }).click();
  await page.getByText('本机打印程序已应答：58 mm 就绪').waitFor();
  await page.getByRole('button', { name: '打印小票' }).click();
  await page.getByText('小票已送到本机打印程序').waitFor();
  expect(sent).toEqual([{ body: expect.objectContaining({ title: '打印测试小票' }), authorization: undefined }]);
  expect(await page.locator('body').getAttribute('data-printed')).toBeNull();
  await page.getByRole('button', { name: '停用' }).click();
  await page.getByText('本机的小票由浏览器打印。').waitFor();
});
