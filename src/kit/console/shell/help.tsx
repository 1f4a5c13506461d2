/** The keys that work everywhere. */
import { Modal } from 'antd';

const keys: readonly [string, string][] = [
  ['Ctrl + K', '查找页面、人员、交易，或直接办理：充值 张三 200'],
  ['/', '跳到查询条件'],
  ['n', '新增'],
  ['j / k 或 ↓ / ↑', '在列表中：下一行、上一行'],
  ['Enter', '在列表的行上：打开'],
  ['e', '在列表的行上：编辑'],
  ['x', '在列表的行上：选中或取消'],
  ['Enter', '在查询条件中：查询'],
  ['Ctrl + Enter', '在表单中：保存'],
  ['← / →', '在标签栏中：换到相邻标签'],
  ['Delete', '在标签栏中：关闭标签'],
  ['Esc', '关闭弹窗'],
  ['?', '显示本说明'],
];

export default function Help({ onClose }: { onClose(): void }) {
  return (
    <Modal open title="键盘操作" width={420} footer={null} onCancel={onClose}>
      <dl className="oc-keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
