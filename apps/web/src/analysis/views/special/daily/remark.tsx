import { type DailyRemark, remarkWriters } from '@aisle/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useText } from '../../../../lib/i18n.ts'
import { isProblem } from '../../../../lib/problem.ts'
import { queryClient } from '../../../../lib/queries.ts'
import { useSession } from '../../../../lib/session.ts'
import { Tag } from '../../../../ui/bits.tsx'
import { Bone, ErrorState, Loading } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast.tsx'

type At = { date: string; shopId?: string; areaId?: string }
const remarkQuery = (at: At) =>
  queryOptions({
    queryKey: ['dailyRemark', at],
    queryFn: ({ signal }) => api.dailyRemarks.read({ query: at, signal }),
  })

/** What is said of the day at this place, by whom; those who may write it, sign it as well. */
export function Remark({ at }: { at: At }) {
  const t = useText()
  const query = useQuery(remarkQuery(at))
  if (query.isError && query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined)
    return (
      <Loading>
        <Bone height={96} />
      </Loading>
    )
  if (!query.data.isWhole)
    return (
      <p className="daily-hint">
        {t({
          zh: '备注针对整个范围。选择你负责的区域或门店后可查看和填写。',
          en: 'A remark is on a place as a whole. Choose an area or a shop of yours to read and write it.',
        })}
      </p>
    )
  return <Written key={JSON.stringify(at)} at={at} remark={query.data} />
}

function Written({ at, remark }: { at: At; remark: DailyRemark }) {
  const t = useText()
  const format = useFormat()
  const { can } = useSession()
  // What was typed stays while somebody else writes: it is held against what it was begun with.
  const [begun, begin] = useState(remark.text)
  const [text, write] = useState(remark.text)
  const isTyped = text !== begun
  if (!isTyped && begun !== remark.text) {
    begin(remark.text)
    write(remark.text)
  }
  const isOthers = isTyped && begun !== remark.text
  const [isBusy, setBusy] = useState(false)
  const mayWrite = can(...remarkWriters)
  const isChanged = text.trim() !== remark.text

  async function save(isSigned: boolean) {
    setBusy(true)
    try {
      const saved = await api.dailyRemarks.write({
        body: { ...at, text, version: remark.version, isSigned },
      })
      queryClient.setQueryData(remarkQuery(at).queryKey, saved)
      begin(saved.text)
      write(saved.text)
      toast.success(isSigned ? { zh: '已保存并签名', en: 'Saved and signed' } : { zh: '已保存', en: 'Saved' })
    } catch (error) {
      toast.error(error)
      if (isProblem(error) && error.code === 409) void queryClient.invalidateQueries(remarkQuery(at))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="daily-remark">
      {mayWrite ? (
        <Input.TextArea
          aria-label={t({ zh: '备注', en: 'Remark' })}
          placeholder={t({
            zh: '当日情况、原因与安排，如「暴雨，提前一小时闭店」',
            en: 'What happened and why, for example “Storm, closed an hour early”',
          })}
          autoSize={{ minRows: 4, maxRows: 10 }}
          maxLength={2000}
          value={text}
          onChange={({ target }) => write(target.value)}
        />
      ) : (
        <p className={remark.text === '' ? 'daily-hint' : ''}>
          {remark.text === '' ? t({ zh: '还没有备注', en: 'No remark yet' }) : remark.text}
        </p>
      )}
      {isOthers && (
        <div role="alert" className="daily-others">
          <p>
            {t(
              {
                zh: '{who} 已写入另一段备注。你的文字还在上面，保存会替换它：',
                en: '{who} has written another remark. Yours stands above; saving puts it in place of this one:',
              },
              { who: remark.updatedBy },
            )}
          </p>
          <blockquote>{remark.text || t({ zh: '（空）', en: '(empty)' })}</blockquote>
          <Button size="small" onClick={() => write(begun)}>
            {t({ zh: '用对方的', en: 'Take theirs' })}
          </Button>
        </div>
      )}
      <footer>
        {remark.signedAt !== null ? (
          <Tag tone="positive">
            {t(
              { zh: '{who} 已签名 {when}', en: 'Signed by {who} {when}' },
              { who: remark.signedBy, when: format.moment(new Date(remark.signedAt)) },
            )}
          </Tag>
        ) : (
          remark.updatedAt !== null && (
            <span className="daily-hint">
              {remark.updatedBy} {format.moment(new Date(remark.updatedAt))}
            </span>
          )
        )}
        {mayWrite && (
          <span className="daily-actions">
            <Button size="small" loading={isBusy} disabled={!isChanged} onClick={() => void save(false)}>
              {t({ zh: '保存', en: 'Save' })}
            </Button>
            <Button
              size="small"
              type="primary"
              loading={isBusy}
              disabled={text.trim() === '' || (!isChanged && remark.signedAt !== null)}
              onClick={() => void save(true)}
            >
              {t({ zh: '签名', en: 'Sign' })}
            </Button>
          </span>
        )}
      </footer>
    </div>
  )
}
