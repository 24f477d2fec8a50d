import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useText } from '../../../../lib/i18n.ts'
import { createStore, useStore } from '../../../../lib/store.ts'
import { personQueries } from './queries.ts'

/** Whether faces are on show; until somebody asks for them they are not even fetched. Forgotten with the page. */
export const facesShown = createStore(false)

type Visit = { shopId: string; visitId: string; hasPicture: boolean }
export const pictureKey = ({ shopId, visitId }: Pick<Visit, 'shopId' | 'visitId'>) => `${shopId} ${visitId}`

/** Pictures of visits by their key, once they are asked for. Each is written to the audit log by the server. */
export function usePictures(visits: readonly Visit[]): ReadonlyMap<string, string> {
  const isOn = useStore(facesShown)
  const wanted = visits
    .filter(({ hasPicture }) => hasPicture)
    .map(({ shopId, visitId }) => ({ shopId, visitId }))
  const found = useQuery({ ...personQueries.pictures(wanted), enabled: isOn && wanted.length > 0 })
  return new Map(isOn ? (found.data ?? []).map(one => [pictureKey(one), one.picture]) : [])
}

/** Shows the faces of the page, or hides them again. */
export function FacesButton() {
  const t = useText()
  const isOn = useStore(facesShown)
  const label = isOn ? t({ zh: '隐藏原图', en: 'Hide pictures' }) : t({ zh: '查看原图', en: 'Show pictures' })
  return (
    <button
      type="button"
      className="link-button faces-button"
      aria-pressed={isOn}
      title={t({
        zh: '查看单人照片会记入审计日志',
        en: 'Looking at pictures of single persons is written to the audit log',
      })}
      onClick={() => facesShown.set(!isOn)}
    >
      {isOn ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
      {label}
    </button>
  )
}
