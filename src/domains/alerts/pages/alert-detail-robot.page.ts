/** 群机器人: the groups an alert is told in, so that a warm cabinet at night reaches a phone; what became of the last message. */
import { bool, choice, normalDisabled, password, text, time } from '../../../kit/define/field.ts';
import { onOff } from '../../../kit/define/on-off.ts';
import { except, page } from '../../../kit/define/page.ts';
import { alertLevels } from '../catalogue.ts';
import { robotKinds } from '../robots/robot-kinds.ts';
import alertDetail from './alert-detail.page.ts';

export default page({
  of: alertDetail,
  path: 'robot',
  title: '群机器人',
  fields: {
    name: text('名称', { required: true, max: 30, width: 200 }),
    kind: choice('平台', robotKinds, { required: true, initial: 'WECOM', createOnly: true, width: 150 }),
    url: password('机器人地址', {
      max: 500,
      width: 500,
      help: '在群里添加机器人后复制的 https 地址；知道地址的人都能在群里发言，因此加密保存、不再显示，修改时不填为不变',
    }),
    secret: password('加签密钥', {
      max: 200,
      width: 300,
      help: '钉钉机器人选择「加签」时填写；修改时不填为不变',
      when: (values) => values.kind === 'DINGTALK',
    }),
    minLevel: choice('最低级别', alertLevels, {
      required: true,
      initial: 'WARN',
      width: 150,
      help: '「提示」等到早上 8 点再发，「警告」「严重」随时发',
    }),
    status: choice('状态', normalDisabled, { initial: 'NORMAL' }),
    lastAt: time('最近发送'),
    lastOk: bool('结果', {
      words: [
        { label: '成功', tone: 'success' },
        { label: '失败', tone: 'danger' },
      ],
      none: '未发送过',
    }),
    lastError: text('失败原因', { columnWidth: 240 }),
    createdAt: time('创建时间', { sortable: true }),
  },
  list: {
    columns: except('url', 'secret'),
    detail: except('url', 'secret'),
    search: ['name', 'kind', 'status', 'lastOk'],
    tools: ['create'],
    row: [
      { key: 'test', label: '测试', confirm: '向「{name}」发送一条测试消息？', done: '对方已收下，请到群里看一下' },
      'edit',
      ...onOff('停用「{name}」？停用后预警不再发到这个群'),
      'remove',
    ],
  },
  form: { sections: [{ fields: ['name', 'kind', 'url', 'secret', 'minLevel'] }] },
});
