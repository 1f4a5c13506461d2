/** 打印测试: the slip as the counter prints it, the sheet as reports print it, and what to look at on the paper. */
import { Alert, Button, Input, Segmented } from 'antd';
import { useState } from 'react';
import { clock, formatTime } from '../../../kit/console/clock.ts';
import { ApiError } from '../../../kit/console/http/client.ts';
import { view } from '../../../kit/console/view.ts';
import {
  askLocalPrinter,
  localPrinter,
  setLocalPrinter,
  usualAddress,
} from '../../../kit/console/widgets/local-printer.ts';
import { printNode } from '../../../kit/console/widgets/print.tsx';
import { PrintSheet } from '../../../kit/console/widgets/print-sheet.tsx';
import { printReceipt, Receipt, type ReceiptData } from '../../../kit/console/widgets/receipt.tsx';
import { setSlipWidth, slipWidth, slipWidths } from '../../../kit/console/widgets/slip-width.ts';
import '../../../kit/console/screens/screens.css';
import './print-test.css';

const slip = (at: string): ReceiptData => ({
  title: '打印测试小票',
  lines: [
    ['单号', 'CS0000000001'],
    ['姓名', '测试人员'],
    ['金额', '1,234,567.89 元'],
    ['部门', '二〇二六级人工智能与大数据实验班'],
    ['时间', at],
    ['卡号', '0012345678'],
  ],
  code: 'CS0000000001',
  footer: '数字应对齐，文字不缺笔画，右边不被裁掉，条码扫得出单号',
});

/** Which program prints the slips of this machine, if one does; tried before it is taken. */
function LocalPrinter() {
  const [address, setAddress] = useState(localPrinter() ?? usualAddress);
  const [used, setUsed] = useState(localPrinter() !== undefined);
  const [said, setSaid] = useState<{ ok: boolean; text: string }>();
  const take = (next: boolean) => {
    setLocalPrinter(next ? address : undefined);
    setUsed(next);
  };
  const ask = async () => {
    try {
      setSaid({ ok: true, text: `本机打印程序已应答：${await askLocalPrinter(address)}` });
      take(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setSaid({ ok: false, text: error.message });
      take(false);
    }
  };
  return (
    <>
      <h3 id="pt-local">本机打印程序</h3>
      <p className="k-help">
        {used ? '本机的小票直接送到打印程序，不再弹出打印窗口；送不到时改用浏览器打印。' : '本机的小票由浏览器打印。'}
      </p>
      <span className="k-place">
        <Input
          aria-label="本机打印程序地址"
          value={address}
          onChange={(event) => setAddress(event.target.value.trim())}
        />
        <Button onClick={() => void ask()}>检测并启用</Button>
        {used ? <Button onClick={() => take(false)}>停用</Button> : null}
      </span>
      {said ? <Alert type={said.ok ? 'success' : 'error'} showIcon title={said.text} /> : null}
    </>
  );
}

function PrintTest() {
  const at = formatTime(clock.now());
  const [width, setWidth] = useState(slipWidth);
  const receipt = slip(at);
  const sheet = (
    <PrintSheet
      title="打印测试报表"
      subtitle="A4 纸，应有完整边框，表头在每页重复"
      columns={[{ label: '序号', align: 'right' }, { label: '项目' }, { label: '金额(元)', align: 'right' }]}
      rows={Array.from({ length: 60 }, (_, i) => [String(i + 1), `第 ${i + 1} 行测试内容`, `${(i + 1) * 11}.00`])}
      totals={[['', '合计', '20,130.00']]}
      printed={at}
    />
  );
  return (
    <div className="pt">
      <section className="k-card" aria-labelledby="pt-slip">
        <h2 id="pt-slip">小票与标签（{width} mm）</h2>
        <p className="k-help">本机打印机里纸卷的宽度，小票、价签、批次标签都按它打印：</p>
        <Segmented
          aria-label="纸卷宽度"
          options={slipWidths.map((value) => ({ value, label: `${value} mm` }))}
          value={width}
          onChange={(value) => {
            setSlipWidth(value);
            setWidth(value);
          }}
        />
        <Receipt receipt={receipt} />
        <Button type="primary" onClick={() => void printReceipt(receipt)}>
          打印小票
        </Button>
        <LocalPrinter />
      </section>
      <section className="k-card" aria-labelledby="pt-sheet">
        <h2 id="pt-sheet">报表（A4）</h2>
        <p className="k-help">打印 60 行的样张，共两页。核对：第二页有表头，金额右对齐，合计在最后。</p>
        <Button onClick={() => printNode(sheet)}>打印报表样张</Button>
        <h3>打印不正常时</h3>
        <ol>
          <li>在浏览器的打印窗口里选择正确的打印机；小票打印机请选 {width} mm 纸。</li>
          <li>关闭“页眉和页脚”，边距选“默认”。</li>
          <li>文字偏淡或缺行，请更换热敏纸或清洁打印头。</li>
        </ol>
      </section>
    </div>
  );
}

export default view({ page: PrintTest });
