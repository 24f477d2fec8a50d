import { Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { useFormat } from '../lib/format.ts'
import { useName, useText } from '../lib/i18n.ts'
import { byName } from '../lib/matcher.ts'
import { paging } from '../ui/paging.ts'
import type { OpenShop } from './open-shop.ts'
import { CameraCount, type Favourites, StarButton } from './parts.tsx'
import type { Favourite } from './shop-rows.ts'
import type { Today } from './use-today.ts'

type Props = {
  rows: readonly Favourite[]
  favourites: Favourites
  open: OpenShop
  mayInspect: boolean
  today: Today
}

/** What is unknown stands behind what is known, whichever way the column is sorted. */
const known = (value: number | string | null | undefined) => value ?? (typeof value === 'string' ? '' : -1)
const by =
  (of: (row: Favourite) => number | string | null | undefined) =>
  (a: Favourite, b: Favourite): number => {
    const [one, other] = [known(of(a)), known(of(b))]
    return typeof one === 'string' || typeof other === 'string'
      ? String(one).localeCompare(String(other))
      : one - other
  }

/** The favourites as a table; figures that the user may not see are no columns. */
export function FavouriteTable({ rows, favourites, open, mayInspect, today }: Props) {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const columns: TableColumnsType<Favourite> = [
    {
      key: 'star',
      width: 48,
      render: (_, row) => <StarButton row={row} favourites={favourites} />,
    },
    {
      key: 'name',
      title: t({ zh: '门店', en: 'Shop' }),
      width: 180,
      sorter: (a, b) => byName(a.shopname, b.shopname),
      render: (_, row) => {
        const label = name(row.shopname, row.shopnameEn)
        return (
          <>
            {open ? <Link to={open.address(row.shopid)}>{label}</Link> : label}{' '}
            <small className="muted">{row.code}</small>
          </>
        )
      },
    },
    {
      key: 'area',
      title: t({ zh: '区域', en: 'Area' }),
      ellipsis: true,
      render: (_, row) => name(row.areaPath, row.areaPathEn),
    },
    ...(mayInspect
      ? ([
          {
            key: 'cameras',
            title: t({ zh: '摄像头在线', en: 'Cameras online' }),
            width: 170,
            render: (_, row) => <CameraCount row={row} />,
          },
          {
            key: 'score',
            title: t({ zh: '最近得分', en: 'Last score' }),
            align: 'right',
            width: 110,
            sorter: by(row => row.figures?.score),
            render: (_, row) => row.figures?.score?.toFixed(1) ?? '—',
          },
          {
            key: 'patrol',
            title: t({ zh: '最近巡店', en: 'Last patrol' }),
            align: 'right',
            width: 130,
            sorter: by(row => row.figures?.lastPatrol ?? ''),
            render: (_, row) => (row.figures?.lastPatrol ? format.legacyMoment(row.figures.lastPatrol) : '—'),
          },
          {
            key: 'problems',
            title: t({ zh: '未关闭问题', en: 'Open problems' }),
            align: 'right',
            width: 120,
            sorter: by(row => row.figures?.openProblems),
            render: (_, row) => (row.figures ? format.number(row.figures.openProblems) : '—'),
          },
          {
            key: 'overdue',
            title: t({ zh: '超期', en: 'Overdue' }),
            align: 'right',
            width: 90,
            sorter: by(row => row.figures?.overdueProblems),
            render: (_, row) => (row.figures ? format.number(row.figures.overdueProblems) : '—'),
          },
        ] satisfies TableColumnsType<Favourite>)
      : []),
    ...today.columns.map(({ id, label }) => ({
      key: id,
      title: t({ zh: '今日{label}', en: '{label} today' }, { label }),
      align: 'right' as const,
      width: 110,
      sorter: by((row: Favourite) => today.value(row.shopid, id)),
      render: (_: unknown, row: Favourite) => today.written(row.shopid, id),
    })),
  ]
  return (
    <Table
      size="small"
      rowKey="shopid"
      columns={columns}
      dataSource={[...rows]}
      scroll={{ x: (mayInspect ? 980 : 480) + today.columns.length * 110 }}
      showSorterTooltip={false}
      pagination={{ ...paging, pageSize: 10 }}
    />
  )
}
