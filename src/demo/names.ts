/** Plausible Chinese names, put together by chance. */
import type { Chance } from '../kit/server/chance.ts';

const surnames = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤',
];
const male = [...'伟强磊军勇杰涛明超亮华平刚鹏飞宇浩凯健俊帆辉斌博文翔志远晨阳睿轩梓豪泽嘉诚承宇辰'];
const female = [...'芳娜敏静丽艳娟霞燕玲婷雪倩颖琳慧莹洁蕾欣怡涵妍诗雨梦瑶佳琪思语桐悦晓萱若曦紫云清'];

/** A name and its bearer's gender; two in three given names have two characters. */
export function personName(by: Chance): { name: string; gender: 'M' | 'F' } {
  const gender = by.happens(0.5) ? 'M' : 'F';
  const given = gender === 'M' ? male : female;
  const first = by.pick(given);
  return { name: by.pick(surnames) + (by.happens(0.66) ? first + by.pick(given) : first), gender };
}

/** A mobile number of a number range nobody can be reached at by chance alone. */
export function mobile(by: Chance): string {
  return `1${by.pick(['38', '39', '50', '58', '86', '88'])}${String(by.between(0, 99_999_999)).padStart(8, '0')}`;
}
