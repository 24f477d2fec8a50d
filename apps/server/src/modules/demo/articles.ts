import type { ArticleContent } from '@aisle/contract'
import type { Queryable } from '../../platform/postgres.ts'
import { articles } from '../../platform/schema/index.ts'
import { chinaMoment } from './activity.ts'
import { insertAll } from './insert-all.ts'
import { demoUsers } from './people.ts'

const firstId = 895_001

/** What a chain writes down for its own people. */
const demoArticles: readonly (ArticleContent & { reads: number })[] = [
  {
    topic: 'pages',
    title: '五分钟看懂数据总览',
    titleEn: 'The data overview in five minutes',
    body: `先看顶部选择的范围与日期：所有数字都只针对它们。
## 三步
- 关键指标：和「上周同日」比，周末对周末，工作日对工作日。
- 今日关注：先处理带红色标记的门店。
- 门店排行：按增幅看，跌得最多的三家就是今天要打电话的三家。
## 数字为什么对不上
人数是去重的：同一人逛了两家店，两家各算一次，合计只算一次。每个图右上角的「指标说明」写着算法。`,
    bodyEn: `Look first at the area and the dates at the top: every figure is of these alone.
## Three steps
- Key figures: hold them against the same day last week, so that weekends meet weekends.
- Needs attention: begin with the shops marked red.
- Ranking of shops: by growth; the three that fell most are the three to call.
## Why figures do not add up
Visitors are distinct people: who walks into two shops counts once in each, and once in the total. “What is this” on each chart tells its formula.`,
    pages: ['x_2TotalDataView', 'x_2StoreFlow'],
    reads: 128,
  },
  {
    topic: 'pages',
    title: '怎样把页面变成文件',
    titleEn: 'How a page becomes a file',
    body: `每个分析页右上角的「导出」按当前范围、日期与筛选生成文件，数字与屏幕一致。
- Excel：每个图一张表，数字可直接计算。
- PDF：A4 分页，适合发给店长。
- 超过一万行时转到后台，完成后在「综合导出」下载，保留 7 天。
固定格式的报表用「模板导出」：列、表头、文件名都可以保存，也可以每天、每周、每月定时导出并通知同事。`,
    bodyEn: `“Export” at the top of each page of figures makes a file of the area, dates and filters on show, with the same numbers.
- Excel: a sheet for each chart, with numbers that can be calculated with.
- PDF: on A4 pages, for handing round.
- More than ten thousand rows are made in the background; fetch them under “Overall export” within seven days.
For a fixed layout take “Template export”: columns, headings and file names are kept. It can run each day, week or month and tell colleagues.`,
    pages: ['x_2ExportOverall', 'x_2LNExport', 'ExportPatch'],
    reads: 86,
  },
  {
    topic: 'devices',
    title: '计数器安装检查清单',
    titleEn: 'Checklist for mounting a counter',
    body: `- 镜头正对门洞中线，高度 2.6 至 4 米。
- 门前两米内没有立牌、地堆与反光地面。
- 计数线画在门内，不画在推拉门轨道上。
- 装好后当天人工点数 15 分钟，误差应小于 3%。
进出长期不平衡，多半是计数线离门太近。`,
    bodyEn: `- The lens faces the middle of the doorway from 2.6 to 4 metres above.
- Nothing stands within two metres of the door: no signs, no stacks, no mirrors on the floor.
- The line lies inside the door, not on the rail of a sliding one.
- Count by hand for 15 minutes on the first day: the difference should be below 3 %.
Where entries and exits never balance, the line is mostly too near to the door.`,
    pages: ['AbnormalSearch', 'quality'],
    reads: 54,
  },
  {
    topic: 'devices',
    title: '数据缺失时数字怎么来',
    titleEn: 'Where figures come from when data are missing',
    body: `计数器断线时，缺失的时段按前几周同一时段估算，并标为「估算」；补传到达后自动换成实际值。
数据完整率低于 95% 的数字带提示。人工修正要填写原因，由另一人审批，随时可以撤销。`,
    bodyEn: `While a counter is away, its windows are estimated from the same time of the weeks before and marked so; what arrives later takes their place.
Figures of which less than 95 % was received say so. A correction by hand needs a reason and the consent of a second person, and can be undone.`,
    pages: ['quality', 'AbnormalSearch'],
    reads: 41,
  },
  {
    topic: 'cases',
    title: '雨天少了三成客流，销售只少一成',
    titleEn: 'A third fewer visits in the rain, a tenth fewer sales',
    body: `雨天来的人目的更强：进店率与客单价都上升。
## 我们做了什么
- 在「影响因素分析」里看本店对雨的敏感度。
- 雨天把一名导购从门口调到试衣区。
- 门口换成伞袋机，入口不再堵。
四周后，雨天提袋率从 18% 升到 23%。`,
    bodyEn: `Those who come in the rain know what they want: store rate and unit price go up.
## What we did
- We looked up in “Impact factors” how much rain costs this shop.
- On rainy days one clerk moved from the door to the fitting rooms.
- A machine with bags for umbrellas cleared the entrance.
After four weeks the bag rate of rainy days had gone from 18 to 23 %.`,
    pages: ['impactFactorAnalysis', 'dressAnalyze'],
    reads: 73,
  },
  {
    topic: 'cases',
    title: '按小时排班：先看人均接待负荷',
    titleEn: 'Rosters by the hour: customers per clerk first',
    body: `「导购分析」的热度矩阵里，傍晚每名导购的接待负荷是上午的几倍，排班却几乎一样。
把两个人的班次往后挪两小时，不加人，接待率提高了 9 个百分点。`,
    bodyEn: `In the matrix of “Shopping-guide analysis” each clerk has several times as many customers in the evening as in the morning, while rosters are much the same.
Two shifts were moved back by two hours. With nobody added, the reception rate rose by nine points.`,
    pages: ['shoppingGuideAnalyze', 'x_2TimeInterval'],
    reads: 39,
  },
]

/** Articles that everybody reads; whoever runs the demo may write more. */
export async function insertArticles(db: Queryable, now: Date): Promise<void> {
  const author = demoUsers.find(({ loginName }) => loginName === 'admin')
  await insertAll(
    db,
    articles,
    demoArticles.map(({ reads, ...content }, index) => ({
      id: String(firstId + index),
      status: 'published' as const,
      content,
      published: content,
      reads,
      updatedBy: author?.id ?? null,
      updatedAt: chinaMoment(now, 3 + index * 4, '10:00'),
      createdAt: chinaMoment(now, 90, '10:00'),
    })),
  )
}
