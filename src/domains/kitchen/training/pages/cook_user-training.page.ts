/** 培训记录: sessions, who attended, what the examination said. */
import { date, decimal, image, int, lines, longText, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import cookUser from '../../workers/pages/cook_user.page.ts';

const told = {
  title: text('培训内容', { required: true, max: 60, width: 400 }),
  heldOn: date('日期', { required: true, sortable: true, starts: 'today' }),
  hours: decimal('学时', { required: true, digits: 1, min: 0.5, max: 100, width: 150 }),
  trainer: text('讲师', { max: 40, width: 200 }),
  content: longText('要点', { max: 500 }),
  picture: image('签到或现场照片'),
};

export default page({
  of: cookUser,
  path: 'training',
  title: '培训记录',
  fields: {
    ...told,
    people: lines(
      '人员',
      { personId: ref('人员', 'person', { required: true }), score: int('成绩', { min: 0, max: 100 }) },
      { unique: ['personId'], min: 1, max: 200 },
    ),
    count: int('人数', { unit: '人' }),
    names: text('参加人员'),
    passed: text('考核'),
    state: text('状态'),
    madeName: text('登记人'),
    madeAt: time('登记时间'),
  },
  list: {
    columns: ['title', 'heldOn', 'hours', 'trainer', 'count', 'names', 'passed', 'state', 'madeName'],
    subline: { madeName: 'madeAt' },
    search: [keyword('培训内容/讲师', 'title', 'trainer'), range('heldOn')],
    row: [{ key: 'correct', label: '更正', form: told, when: (r) => r.state !== '已更正', done: '已更正，原记录保留' }],
    tools: ['create'],
    createLabel: '登记培训',
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['title', 'heldOn', 'hours', 'trainer', 'content', 'picture', 'people'] }],
  },
});
