/** The second person's inputs in somebody's dialog. What is typed lives as long as the dialog, and in no draft. */
import { Form, Input } from 'antd';
import { type AskedWitness, witnessKey } from './asked-witness.ts';

const required = (message: string) => [{ required: true, message }];

export function WitnessFields(props: {
  witness: AskedWitness;
  /** The account has a one-time code: it is asked too. */
  coded: boolean;
  disabled: boolean;
}) {
  const { witness, coded, disabled } = props;
  return (
    <fieldset className="k-witness" data-part="witness">
      <legend>见证人</legend>
      <p className="k-help">
        {witness.says ? `${witness.says} ` : ''}由本单位另一位有「{witness.right}」权限的人在此输入自己的账号和密码。
      </p>
      <Form.Item name={[witnessKey, 'account']} label="账号" rules={required('请输入见证人的账号')}>
        <Input autoComplete="off" maxLength={64} disabled={disabled} />
      </Form.Item>
      <Form.Item name={[witnessKey, 'password']} label="密码" rules={required('请输入见证人的密码')}>
        <Input.Password autoComplete="new-password" maxLength={200} disabled={disabled} />
      </Form.Item>
      {coded ? (
        <Form.Item name={[witnessKey, 'code']} label="动态口令" rules={required('请输入 6 位动态口令')}>
          <Input inputMode="numeric" autoComplete="off" maxLength={6} disabled={disabled} />
        </Form.Item>
      ) : null}
    </fieldset>
  );
}
