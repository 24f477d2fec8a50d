import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Caller } from '../../platform/http/request.ts'
import { pdfOf } from '../../platform/pdf.ts'
import type { Scope } from '../../platform/scope.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import type { EvaluationService } from './evaluations.ts'
import type { PlaceStore } from './records.ts'
import { reportDocument } from './report-layout.ts'
import type { Language } from './report-style.ts'

type Deps = {
  evaluations: Pick<EvaluationService, 'evaluation'>
  places: Pick<PlaceStore, 'sheet' | 'cameraNames'>
  pictures: { content(scope: Scope, id: string): Promise<{ stream: Readable }> }
  now: () => Date
}

/** Wide enough for a third of a page at 250 dots an inch. */
const printedWidth = 560

/** The printed report of an evaluation. */
export function reportService({ evaluations, places, pictures, now }: Deps) {
  /** Small JPEGs as data URLs; a picture whose file is gone is left out. */
  async function printed(scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
    const images = new Map<string, string>()
    for (const id of ids) {
      const found = await pictures.content(scope, id).catch(() => undefined)
      if (!found) continue
      const jpeg = await sharp(await buffer(found.stream))
        .rotate()
        .resize({ width: printedWidth, withoutEnlargement: true })
        .jpeg({ quality: 78 })
        .toBuffer()
      images.set(id, `data:image/jpeg;base64,${jpeg.toString('base64')}`)
    }
    return images
  }

  return {
    /** A4 in the language of the reader. @throws AppError as reading the evaluation does */
    async pdf(caller: Caller, id: string, language: Language): Promise<{ data: Buffer; name: string }> {
      const evaluation = await evaluations.evaluation(caller.scope, id)
      const { evaluationDetails: details } = evaluation
      const [shop, cameras, images] = await Promise.all([
        places.sheet(caller.scope, evaluation.shopId),
        places.cameraNames(caller.scope, evaluation.shopId),
        printed(
          caller.scope,
          details.flatMap(detail => detail.pictures.map(picture => picture.id)),
        ),
      ])
      const placeOf = (cameraId: string | null, presetId: string | null) => {
        const camera = cameras.get(cameraId ?? '')
        if (!camera) return ''
        const name = language === 'en' && camera.nameEn !== '' ? camera.nameEn : camera.name
        return [`${camera.number} ${name}`, camera.presets.get(presetId ?? '') ?? '']
          .filter(Boolean)
          .join(' / ')
      }
      const data = await pdfOf(
        reportDocument({
          evaluation,
          shop,
          language,
          places: new Map(details.map(detail => [detail.id, placeOf(detail.cameraId, detail.presetId)])),
          pictures: images,
          printedAt: legacyTimeOf(now(), shop.timeZone),
        }),
      )
      const day = evaluation.evaluationTime.slice(0, 10).replaceAll('-', '')
      const title = language === 'en' ? 'Evaluation' : '巡店评估报告'
      const shopName =
        language === 'en' && evaluation.shopnameEn !== '' ? evaluation.shopnameEn : evaluation.shopname
      return { data, name: `${title}_${shopName}_${day}.pdf` }
    },
  }
}
export type ReportService = ReturnType<typeof reportService>
