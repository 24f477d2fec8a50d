import type { Finding } from '@aisle/contract'
import { Button } from 'antd'
import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { type ArchiveEntry, archiveOf } from '../../lib/archive.ts'
import { useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { useSession } from '../../lib/session.ts'
import { usePage } from '../../shell/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { pictureWithBoxes, saveBlob } from './save-jpg.ts'
import { aiText as words } from './text.ts'
import type { FindingFilters } from './use-finding-filters.ts'
import { useFindingWords } from './use-finding-words.ts'

/** The browser packs them itself: more would not fit into its memory. */
const mostPictures = 300
const atOnce = 4

/** The pictures of the findings under the filters, with what was found drawn on them, as one file. */
export function ZipButton({ filters }: { filters: FindingFilters }) {
  const t = useText()
  const say = useFindingWords()
  const { can } = useSession()
  const page = usePage()
  const [isRunning, setRunning] = useState(false)
  if (!can('export.run')) return null

  async function entryOf(finding: Finding): Promise<ArchiveEntry> {
    const label = `${say.what(finding)} ${say.percent(finding.confidence)}`
    const picture = await pictureWithBoxes(finding, label)
    const time = say.full(finding.foundAt, finding.timeZone).replace(/[^\d\p{L}]+/gu, '-')
    const name = `${say.shop(finding)}/${time}_${say.camera(finding)}_${say.what(finding)}_${finding.id}.jpg`
    return {
      name: name.replace(/[\\:*?"<>|]/g, '_'),
      data: new Uint8Array(await picture.arrayBuffer()),
      at: new Date(finding.foundAt),
    }
  }

  async function run() {
    setRunning(true)
    try {
      const { records, total } = await api.findings.list({
        query: { ...filters.listed, pageSize: mostPictures },
      })
      const waiting = records.filter(({ picture }) => picture !== null)
      if (waiting.length === 0) return toast.info(words.zipNone)
      const entries: ArchiveEntry[] = []
      const work = async () => {
        for (let finding = waiting.shift(); finding; finding = waiting.shift())
          entries.push(await entryOf(finding))
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      const { from, to } = filters.period
      const name = `${page ? t(page.title) : t(words.log)}_${filters.scopeName}_${from}-${to}.zip`
      const sorted = entries.toSorted((a, b) => a.name.localeCompare(b.name))
      saveBlob(name.replaceAll('-', ''), await archiveOf(sorted))
      toast.success(total > mostPictures ? words.zipMore : words.zipDone, { n: entries.length })
    } catch (error) {
      toast.retry(words.zipFailed, () => void run(), { reason: messageOf(error) })
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button icon={<FileArchive size={14} />} loading={isRunning} onClick={() => void run()}>
      {t(words.zip)}
    </Button>
  )
}
