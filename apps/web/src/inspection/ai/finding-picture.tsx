import type { Finding } from '@aisle/contract'
import { ImageOff } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { FindingBoxes } from './finding-boxes.tsx'
import { aiText as words } from './text.ts'
import { useFindingWords } from './use-finding-words.ts'

/** The picture of a finding with what was found drawn on it; small ones show the thumbnail. */
export function FindingPicture({ finding, isSmall = false }: { finding: Finding; isSmall?: boolean }) {
  const t = useText()
  const say = useFindingWords()
  const { picture } = finding
  if (!picture)
    return (
      <span className="finding-picture finding-picture-none" data-small={isSmall || undefined}>
        <ImageOff size={isSmall ? 16 : 22} aria-hidden />
        {!isSmall && t(words.noPicture)}
      </span>
    )
  return (
    <span className="finding-picture" data-small={isSmall || undefined}>
      <img
        src={isSmall ? picture.thumbnailUrl : picture.fileAddr}
        alt={isSmall ? '' : `${say.what(finding)}, ${say.shop(finding)} ${say.camera(finding)}`}
        loading="lazy"
      />
      <FindingBoxes findings={[finding]} isSmall={isSmall} />
    </span>
  )
}
