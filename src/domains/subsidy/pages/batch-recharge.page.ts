/** 批量发放补贴: batches with their states; the sibling form chooses people, shows the check, and runs the batch. */
import { batchLines } from '../../../kit/define/batch.ts';
import { bool, type Choice, choice, date, int, longText, ref, refs, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { batchButtons, batchKinds, batchModes, batchStatuses } from '../batch/batch-states.ts';
import { batchSheets } from '../batch/sheet.ts';
import { type GrantUnit, inMeals, inMoney, linesOf } from '../units.ts';

/** Approved on its own day or later: its run is in the queue now. */
const atOnce = (r: Readonly<Record<string, unknown>>) =>
  r.status === 'APPROVED' && !(Date.parse(`${r.grantOn}T04:00:00+08:00`) > Date.parse(String(r.checkedAt)));

/** What a batch waits for, and what went wrong with it. */
function says(
  unit: GrantUnit,
  r: Readonly<Record<string, unknown>>,
): { tone: 'info' | 'warning' | 'danger'; text: string }[] {
  const said: ReturnType<typeof says> = [];
  const tell = (tone: 'info' | 'warning' | 'danger', words: string) => said.push({ tone, text: words });
  if (r.error) tell('danger', `校验没有完成：${r.error}。请作废本批次，修改后重新建立。`);
  if (r.checkNote) tell('warning', `${r.status === 'VOID' ? '作废原因' : '审核意见'}：${r.checkNote}`);
  if (r.status === 'CHECKED' && r.sheetFen !== null && r.sheetFen !== r.totalFen)
    tell(
      'warning',
      `表格合计与可执行合计相差 ${unit.said(Number(r.sheetFen) - Number(r.totalFen))}，是未列入的行，见明细的原因。`,
    );
  if (r.status === 'CHECKED') tell('info', `提交审核时按自己手中的名单录入笔数和${unit.word}，一致才能提交。`);
  if (r.status === 'APPROVED' && !atOnce(r)) tell('info', `将于 ${r.grantOn} 04:00 入账。`);
  if (atOnce(r)) tell('info', '即将入账，可以离开本页，执行在后台继续。');
  if (r.status === 'GRANTING') tell('info', r.stopRequested ? '正在停止。' : '可以离开本页，执行在后台继续。');
  return said;
}

const grants = (v: Readonly<Record<string, unknown>>) => v.kind !== 'RETURN';

const batchesIn = (unit: GrantUnit) =>
  page({
    path: `${unit.path}/batch_recharge`,
    title: `批量发放${unit.noun}`,
    limited: ['SELF'],
    menu: unit.menu,
    order: 3,
    fields: {
      name: text('批次名称', { max: 60, width: 300, placeholder: '不填则自动命名' }),
      batchNo: text('批次号', { columnWidth: 190 }),
      kind: choice('用途', batchKinds, { required: true, initial: 'GRANT' }),
      mode: choice('方式', batchModes, { required: true, initial: 'RULE' }),
      ruleId: ref('规则', `${unit.path}/configure`, {
        width: 400,
        when: (v) => grants(v) && v.mode !== 'MANUAL',
        help: '表格导入时可不选；选择后按规则的有效期和使用范围发放，并核对名单是否缺人',
      }),
      period: text('所属期间'),
      grantOn: date('发放日', {
        sortable: true,
        width: 200,
        starts: 'today',
        when: grants,
        help: '审核通过后，在这一天 04:00（营业日开始）入账；今天则立即入账',
      }),
      expiresOn: date('到期日', { width: 200, when: grants, help: '不填则按规则；没有规则则长期有效' }),
      typeIds: refs('人员类别', 'person_type', { width: 400, when: (v) => v.mode === 'MANUAL' }),
      departmentIds: refs('部门', 'department', {
        tree: true,
        width: 400,
        when: (v) => v.mode !== 'IMPORT',
        help: '含下级部门；不选则不限',
      }),
      amountFen: unit.amount(`每人${unit.word}`, {
        required: true,
        min: 1,
        max: unit.most,
        width: 200,
        when: (v) => grants(v) && v.mode === 'MANUAL',
      }),
      sourceBatchId: ref('退回哪一批', `${unit.path}/batch_recharge`, {
        width: 400,
        when: (v) => !grants(v),
        help: '退回该批各人的剩余；不选则从各人的全部补贴里退，先到期的先退',
      }),
      compareBatchId: ref('与哪一批比对', `${unit.path}/batch_recharge`, {
        width: 400,
        when: (v) => grants(v) && v.mode === 'IMPORT',
        help: '没有规则时，可与以前的一批比对，列出这次缺少的人',
      }),
      scope: choice(
        '范围',
        [
          { value: 'RANGE', label: '按类别、部门' },
          { value: 'LEAVERS', label: '销户中和已销户人员' },
        ],
        { required: true, initial: 'RANGE', when: (v) => !grants(v) && v.mode === 'MANUAL' },
      ),
      fileKey: batchSheets[unit.purse],
      filename: text('文件名', { max: 200 }),
      reason: longText('说明', { max: 100, width: 400 }),
      totalCount: int('笔数', { unit: '笔' }),
      totalFen: unit.amount(`合计${unit.word}`),
      leftOutCount: int('未列入', { unit: '笔' }),
      postedCount: int('已完成', { unit: '笔' }),
      postedFen: unit.amount(`已完成${unit.word}`),
      failedCount: int('失败', { unit: '笔' }),
      failedFen: unit.amount(`失败${unit.word}`),
      status: choice('状态', batchStatuses),
      makerName: text('制单'),
      checkerName: text('审核'),
      checkNote: text('退回/作废原因'),
      createdAt: time('制单时间', { sortable: true }),
      checkedAt: time('审核时间'),
      finishedAt: time('完成时间'),
      sheetCount: int('表格中', { unit: '笔' }),
      sheetFen: unit.amount(`表格${unit.word}`),
      error: text('校验没有完成'),
      stopRequested: bool('正在停止'),
    },
    list: {
      columns: [
        'name',
        'status',
        'kind',
        'totalCount',
        'totalFen',
        'postedFen',
        'failedCount',
        'grantOn',
        'expiresOn',
        'mode',
        'makerName',
        'checkerName',
        'createdAt',
      ],
      subline: { name: 'batchNo' },
      search: [range('createdAt'), 'status', 'kind', 'mode', 'ruleId', keyword('批次', 'name', 'batchNo')],
      totals: ['totalFen', 'postedFen', 'failedFen'],
      row: [
        'view',
        ...batchButtons(unit),
        {
          key: 'return',
          label: '退补贴',
          open: `${unit.path}/batch_recharge/form?kind=RETURN&mode=MANUAL&sourceBatchId={id}`,
          when: (r) => r.kind === 'GRANT' && (r.status === 'GRANTED' || r.status === 'PART_FAILED'),
        },
        {
          key: 'ledger',
          label: '流水',
          open: `${linesOf(unit)}?batchId={id}&businessDate=*`,
          when: (r) => r.kind === 'GRANT' && Number(r.postedCount) > 0,
        },
        {
          key: 'verify',
          label: '核销',
          open: `${unit.path}/verify_summary?batchId={id}&grantOn=*`,
          when: (r) => r.kind === 'GRANT' && Number(r.postedCount) > 0,
        },
      ],
      detail: [
        'name',
        'batchNo',
        'kind',
        'mode',
        'ruleId',
        'period',
        'grantOn',
        'expiresOn',
        'filename',
        'reason',
        'makerName',
        'createdAt',
        'checkerName',
        'checkedAt',
        'checkNote',
        'finishedAt',
      ],
      tools: ['create'],
      createLabel: '批量发放',
    },
    form: {
      createOnly: true,
      sections: [
        {
          title: '谁',
          fields: [
            'kind',
            'mode',
            'ruleId',
            'sourceBatchId',
            'scope',
            'typeIds',
            'departmentIds',
            'amountFen',
            'fileKey',
            'compareBatchId',
          ],
        },
        { title: '期间与说明', fields: ['grantOn', 'expiresOn', 'name', 'reason'] },
      ],
      steps: { after: ['校验', '提交', '审核', '执行'] },
      opens: `${unit.path}/batch_recharge/record?id={id}`,
      done: '已建立批次，正在校验',
    },
    batch: {
      busy: (r) => (r.status === 'DRAFT' && !r.error) || atOnce(r) || r.status === 'GRANTING',
      figures: ['sheetCount', 'sheetFen'],
      says: (r) => says(unit, r),
    },
  });

export const subsidyBatches = batchesIn(inMoney);
export const countBatches = batchesIn(inMeals);

/** A line that was left out says by what the check found. */
const statuses = [
  { value: 'PENDING', label: '可执行', tone: 'info' },
  { value: 'POSTED', label: '已完成', tone: 'success' },
  { value: 'FAILED', label: '失败', tone: 'danger' },
  { value: 'UNKNOWN', label: '查无此人', tone: 'warning' },
  { value: 'DUPLICATE', label: '重复', tone: 'warning' },
  { value: 'LEFT', label: '已离开', tone: 'warning' },
  { value: 'MISSING', label: '表中缺少', tone: 'warning' },
  { value: 'BAD', label: '其他问题', tone: 'warning' },
] as const satisfies readonly Choice[];

const linesIn = (of: typeof subsidyBatches, unit: GrantUnit) =>
  batchLines(
    of,
    {
      departmentName: text('部门'),
      typeName: text('类别'),
      units: int('天数/班次'),
      amountFen: unit.amount(unit.word),
      postedAt: time('入账时间'),
    },
    { statuses, totals: ['amountFen'] },
  );
export const subsidyLines = linesIn(subsidyBatches, inMoney);
export const countLines = linesIn(countBatches, inMeals);

/** For holding against the personnel office's own sheet. */
const departmentsIn = (of: typeof subsidyBatches, unit: GrantUnit) =>
  page({
    of,
    by: 'batchId',
    path: 'departments',
    title: '各部门合计',
    fields: {
      batchId: int('批次'),
      departmentName: text('部门'),
      lineCount: int('笔数', { unit: '笔' }),
      amountFen: unit.amount(unit.word),
    },
    list: {
      columns: ['departmentName', 'lineCount', 'amountFen'],
      sort: 'departmentName',
      totals: ['lineCount', 'amountFen'],
    },
  });
export const subsidyDepartments = departmentsIn(subsidyBatches, inMoney);
export const countDepartments = departmentsIn(countBatches, inMeals);
