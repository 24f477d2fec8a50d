import { Pagination } from 'antd'
import { useText } from '../../../../lib/i18n.ts'
import { aPage } from './queries.ts'

/** Turns the pages of a list; nothing where there is one page only. */
export function Pager({
  page,
  total,
  onTurn,
  isSimple = false,
}: {
  page: number
  total: number
  onTurn: (page: number) => void
  isSimple?: boolean
}) {
  const t = useText()
  return (
    <div className="pager">
      <span>
        {t({ zh: '共 {total} 条', en: '{total, plural, one {# record} other {# records}}' }, { total })}
      </span>
      {total > aPage && (
        <Pagination
          size="small"
          simple={isSimple}
          current={page}
          total={total}
          pageSize={aPage}
          showSizeChanger={false}
          onChange={onTurn}
        />
      )}
    </div>
  )
}
