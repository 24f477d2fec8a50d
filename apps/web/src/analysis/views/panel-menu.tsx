import type { Question } from '@aisle/contract'
import { Dropdown } from 'antd'
import { Copy, Ellipsis, ImageDown, ListFilter, Moon } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useFigure } from '../../lib/figures/figure.ts'
import type { Notebook } from '../../lib/figures/notebook.ts'
import { useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { pathOf, useRegistry } from '../../shell/registry.ts'
import { copyTables } from '../../ui/export/copy-table.ts'
import { saveBlob } from '../../ui/export/save-file.ts'
import { useTakePicture } from '../../ui/picture/picture-studio.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ThemeName } from '../../ui/tokens.ts'
import { questionName, tableOf } from './answer-table.ts'
import { fileStem, PageFactsContext } from './panel-tools.ts'
import { PictureSheet } from './picture-sheet.tsx'
import { inAddress } from './question-address.ts'
import type { ViewPanel } from './view.ts'
import { wholeAnswer } from './whole-answer.ts'

type Props = {
  panel: ViewPanel
  /** What the panel asks now. */
  questions(): readonly Question[]
  /** Lists of a piece of its own, which are no figures. */
  lists?: Pick<Notebook, 'hasTables' | 'tables'>
  /** The panel once more, for its picture. */
  copy(): ReactNode
  /** Of the picture, in CSS pixels. */
  width: number
}

/** What a panel can be taken along as: a picture in either theme, a table to paste, a question to go on with. */
export function PanelMenu({ panel, questions, lists, copy, width }: Props) {
  const t = useText()
  const { headingUnit } = useFigure()
  const facts = use(PageFactsContext)
  const take = useTakePicture()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { pages } = useRegistry()
  const { user } = useSession()
  const [asked, setAsked] = useState<readonly Question[]>([])
  const [isBusy, setBusy] = useState(false)
  if (!facts) return null
  const { dictionary } = facts
  const builder = pathOf(pages, 'freeInquiry', user)
  const title = t(panel.title)

  async function run(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error({ zh: '没有完成：{reason}', en: 'It did not work: {reason}' }, { reason: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const picture = (theme: ThemeName) =>
    run(async () => {
      if (!take || !facts) return
      const blob = await take(<PictureSheet panels={[panel]}>{copy()}</PictureSheet>, {
        theme,
        width,
        type: 'image/png',
      })
      saveBlob(`${fileStem(facts.name === title ? title : `${facts.name} ${title}`, facts)}.png`, blob)
    })
  const table = () =>
    run(async () => {
      const figures = await Promise.all(
        asked.map(async question =>
          tableOf(
            asked.length > 1 ? questionName(question, dictionary, t) : title,
            question,
            await wholeAnswer(question),
            dictionary,
            { t, headingUnit },
          ),
        ),
      )
      const tables = [...((await lists?.tables()) ?? []), ...figures]
      await copyTables(tables)
      const rows = tables.reduce((sum, one) => sum + one.rows.length, 0)
      toast.success({ zh: '已复制 {rows} 行', en: '{rows} rows copied' }, { rows })
    })

  const openers = builder === undefined || builder === pathname ? [] : asked
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      onOpenChange={isOpen => isOpen && setAsked(questions())}
      menu={{
        items: [
          {
            key: 'light',
            icon: <ImageDown size={14} aria-hidden />,
            label: t({ zh: '下载图片', en: 'Download picture' }),
            onClick: () => void picture('light'),
          },
          {
            key: 'dark',
            icon: <Moon size={14} aria-hidden />,
            label: t({ zh: '下载图片（深色）', en: 'Download picture (dark)' }),
            onClick: () => void picture('dark'),
          },
          ...(asked.length > 0 || lists?.hasTables()
            ? [
                {
                  key: 'copy',
                  icon: <Copy size={14} aria-hidden />,
                  label: t({ zh: '复制表格', en: 'Copy table' }),
                  onClick: () => void table(),
                },
              ]
            : []),
          ...openers.map((question, index) => ({
            key: `open ${index}`,
            icon: <ListFilter size={14} aria-hidden />,
            label:
              openers.length === 1
                ? t({ zh: '在自助查询中打开', en: 'Open as custom query' })
                : t(
                    { zh: '在自助查询中打开：{name}', en: 'Open as custom query: {name}' },
                    { name: questionName(question, dictionary, t) },
                  ),
            onClick: () => void navigate(`${builder}?${inAddress(question)}`),
          })),
        ],
      }}
    >
      <button
        type="button"
        className="icon-button"
        aria-label={t({ zh: '「{name}」的更多操作', en: 'More about “{name}”' }, { name: title })}
        aria-busy={isBusy}
        disabled={isBusy}
      >
        <Ellipsis size={14} aria-hidden />
      </button>
    </Dropdown>
  )
}
