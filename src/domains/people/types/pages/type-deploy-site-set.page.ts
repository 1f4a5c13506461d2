/** 类别部署点设置: where each person type may eat. A type without sites may use them all. */
import { int, ref, refs } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

const sites = refs('可用部署点', 'deploy_site', {
  width: 500,
  none: '全部部署点',
  help: '不选则不限：该类别可在全部部署点消费。设置 3 秒内对在线消费生效，脱机消费不受限制',
});

export default page({
  path: '/admin/organization/type/deploy_site_set',
  aliases: ['/admin/organization/type_deploy_site_set'],
  title: '类别部署点设置',
  limited: 'common',
  menu: ['人员卡务', '卡务与绑定'],
  order: 1,
  fields: {
    typeId: ref('人员类别', 'person_type', { createOnly: true }),
    peopleCount: int('人数', { unit: '人' }),
    deploySiteIds: sites,
    siteCount: int('可用个数', { unit: '个', help: '全部部署点时为单位的部署点数' }),
    ruleCount: int('定值规则', { unit: '条', help: '专为该类别设置的价格' }),
  },
  list: {
    search: ['typeId', 'deploySiteIds'],
    row: [
      { key: 'assign', label: '设置部署点', tone: 'primary', batch: true, form: { deploySiteIds: sites } },
      {
        key: 'unlimit',
        label: '不限',
        batch: true,
        confirm: '确定取消「{typeName}」的部署点限制？该类别可在全部部署点消费。',
        when: (row) => (row.deploySiteIds ?? []).length > 0,
        whyNot: () => '当前没有限制',
      },
      { key: 'prices', label: '定值', open: '/admin/organization/fixed_value?typeId={id}' },
      'edit',
    ],
  },
  form: { sections: [{ fields: ['deploySiteIds'] }] },
});
