/** What other systems call `.xls`: web pages with tables, and workbooks written as XML. */
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { mergedBelow } from './cell-marks.ts';
import { type ReadTableOptions, readTable } from './read-table.ts';

const read = (text: string | Buffer, options: ReadTableOptions = {}) =>
  readTable(Buffer.isBuffer(text) ? text : Buffer.from(text), '人员.xls', options);
async function table(text: string | Buffer, options: ReadTableOptions = {}) {
  const answer = await read(text, options);
  if (isRefusal(answer)) throw new Error(answer.code);
  return answer;
}

const exported = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head>
<meta http-equiv="Content-Type" content="text/html; charset=gb2312">
<!--[if gte mso 9]><xml><x:ExcelWorkbook><x:Name>表1</x:Name></x:ExcelWorkbook></xml><![endif]-->
<style>td { mso-number-format: "\\@"; } </style></head><body>
<table border=1>
<tr><th colspan=3>2026 年人员名单</th></tr>
<tr><th>工号<th>姓名<th>备注</tr>
<tr><td>00123</td><td> 张
  三&nbsp;</td><td>吃素<br>不吃辣 &lt;重&gt;</td></tr>
<tr style="display: none"><td>00124<td>李四<td></tr>
<tr><td>合计<td>2<td></tr>
</table></body></html>`;

describe('a web page that is called a table', () => {
  it('is read as a browser shows it, in whatever encoding, and says what is hidden or left out', async () => {
    for (const bytes of [Buffer.from(exported), iconv.encode(exported, 'gb18030')])
      expect(await table(bytes)).toMatchObject({
        headers: ['工号', '姓名', '备注'],
        rows: [
          ['00123', '张 三', '吃素\n不吃辣 <重>'],
          ['00124', '李四', ''],
        ],
        rowNumbers: [3, 4],
        notices: ['第 5 行「合计」在表的末尾，没有读取', '第 4 行在表格中是隐藏的，也已读取'],
      });
  });

  it('keeps columns in place beside merged cells, and says of them that they are', async () => {
    const text = `<table><tr><td>部门<td>姓名<td>班次</tr><tr><td rowspan=2>一年级<td>张三<td rowspan="2">早</tr>
      <tr><td>李四</tr><tr><td colspan=2>二年级<td>晚</tr></table>`;
    expect((await table(text)).rows).toEqual([
      ['一年级', '张三', '早'],
      [mergedBelow, '李四', mergedBelow],
      ['二年级', '', '晚'],
    ]);
  });

  it('takes the table with the headings looked for, within or beside others, and says that there are more', async () => {
    const text = `<table><tr><td>学校<td>一卡通</tr><tr><td><table><tr><td>姓名<td>卡号</tr><tr><td>张三<td>01</tr></table></tr></table>`;
    expect(await table(text, { headings: ['姓名', '卡号'] })).toMatchObject({
      headers: ['姓名', '卡号'],
      rows: [['张三', '01']],
      notices: ['文件中有 2 个表格，只读取了第 2 个'],
    });
    expect((await table('<table><tr><td>甲<td>乙</tr><tr><td>1<td>2</tr></table>')).notices).toEqual([]);
  });

  it('refuses one that unfolds to more cells or columns than a table has', async () => {
    const wide = `<table><tr><td colspan=99999999>姓名</tr><tr><td>1<td>2</tr></table>`;
    expect(await read(wide)).toMatchObject({ code: 'SHEET_NO_HEADER' });
    const columns = `<table><tr>${'<td>列'.repeat(300)}</tr><tr><td>甲</tr></table>`;
    expect(await read(columns)).toMatchObject({ code: 'SHEET_TOO_MANY_COLUMNS' });
    const tall = `<table><tr><td rowspan=65534 colspan=250>姓名</tr>${'<tr><td>1</tr>'.repeat(40_000)}</table>`;
    expect(await read(tall)).toMatchObject({ code: 'SHEET_TOO_MANY_CELLS' });
  });
});

it('reads a workbook written as XML: cells that are left out, merged ones, comments and dates', async () => {
  const text = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
 <Styles><Style ss:ID="s1"><NumberFormat ss:Format="@"/></Style></Styles>
 <Worksheet ss:Name="人员"><Table ss:ExpandedColumnCount="3"><Column ss:Width="80"/>
  <Row><Cell><Data ss:Type="String">工号</Data></Cell><Cell><Data ss:Type="String">姓名</Data></Cell><Cell><Data ss:Type="String">入职日期</Data></Cell></Row>
  <Row><Cell ss:StyleID="s1"><Data ss:Type="String">007</Data><Comment><ss:Data>核对过</ss:Data></Comment></Cell><Cell ss:Index="3"><Data ss:Type="DateTime">2026-03-02T00:00:00.000</Data></Cell></Row>
  <Row ss:Hidden="1"><Cell/><Cell ss:MergeAcross="1"><Data ss:Type="String">王&amp;五</Data></Cell></Row>
 </Table></Worksheet></Workbook>`;
  expect(await table(text)).toMatchObject({
    headers: ['工号', '姓名', '入职日期'],
    rows: [
      ['007', '', '2026-03-02 00:00:00'],
      ['', '王&五', ''],
    ],
    notices: ['第 3 行在表格中是隐藏的，也已读取'],
  });
});
