import type { Shop, ShopCodes } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { chinese, useLanguage, useText } from '../lib/i18n.ts'
import { sharedQueries } from '../lib/queries.ts'
import { Field } from './export-form.tsx'
import { codeFaults, readCodes, writtenCodes } from './read-codes.ts'
import { templateWords as words } from './template-text.ts'

const faultsShown = 5

type Props = {
  codes: ShopCodes
  isFixed: boolean
  /** Undefined while the table has a fault. */
  onChange(codes: ShopCodes | undefined): void
}

/** What the readers of a file call its shops: a table of two columns, pasted or typed. */
export function ShopCodesField(props: Props) {
  const t = useText()
  const { data } = useQuery(sharedQueries.allShops())
  return <Field label={t(words.codes)}>{data && <Table {...props} shops={data} />}</Field>
}

function Table({ codes, isFixed, onChange, shops }: Props & { shops: readonly Shop[] }) {
  const t = useText()
  const isChinese = useLanguage() === chinese
  const [kept] = useState(codes)
  const [text, type] = useState(() => writtenCodes(codes, shops, isChinese))
  const read = readCodes(text, shops, kept)
  return (
    <>
      <Input.TextArea
        aria-label={t(words.codes)}
        aria-invalid={read.faults.length > 0}
        placeholder={t(words.codesExample)}
        rows={5}
        disabled={isFixed}
        value={text}
        onChange={({ target }) => {
          type(target.value)
          const { codes, faults } = readCodes(target.value, shops, kept)
          onChange(faults.length > 0 ? undefined : codes)
        }}
      />
      <small>{t(words.codesNote, { count: read.codes.length })}</small>
      {read.faults.length > 0 && (
        <ul role="alert" className="template-missing export-files">
          {read.faults.slice(0, faultsShown).map(({ line, kind, what }) => (
            <li key={line}>{t(codeFaults[kind], { line, what })}</li>
          ))}
          {read.faults.length > faultsShown && (
            <li>{t(words.moreFaults, { count: read.faults.length - faultsShown })}</li>
          )}
        </ul>
      )}
    </>
  )
}
