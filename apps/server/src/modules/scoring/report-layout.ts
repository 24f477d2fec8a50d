import type { Evaluation, EvaluationDetail, Text } from '@aisle/contract'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { deductions, otherPictures } from './report-evidence.ts'
import {
  boxed,
  colours,
  type Language,
  named,
  page,
  resultColour,
  type Say,
  scoreColour,
  section,
  shown,
  spaced,
} from './report-style.ts'
import { phrases, resultWords, severityWords, statusWords, words } from './report-text.ts'
import { sum } from './rules.ts'

export type Report = {
  evaluation: Evaluation
  shop: { code: string; address: string; manager: string }
  /** Where a detail was looked at: camera and preset, in the language of the report. */
  places: ReadonlyMap<string, string>
  /** JPEG data URLs by picture. */
  pictures: ReadonlyMap<string, string>
  /** On the shop's clock. */
  printedAt: string
  language: Language
}

/** The printed report as a document: head, scores by group, deductions with their pictures, all items, signatures. */
export function reportDocument(report: Report): TDocumentDefinitions {
  const { evaluation, language, printedAt } = report
  const say: Say = text => text[language]
  const shopName = named(language, evaluation.shopname, evaluation.shopnameEn)
  return {
    pageSize: 'A4',
    pageMargins: [page.side, 40, page.side, 48],
    info: {
      title: `${say(words.title)} · ${shopName} · ${evaluation.evaluationTime.slice(0, 10)}`,
      creator: 'Aisle',
    },
    defaultStyle: { fontSize: 9, lineHeight: 1.15, color: colours.text },
    ...(evaluation.evaluationStatus === 'revoked'
      ? {
          watermark: {
            text: say(words.watermark),
            color: colours.negative,
            opacity: 0.08,
            bold: true,
            angle: -32,
          },
        }
      : {}),
    footer: (current, all) => ({
      margin: [page.side, 14, page.side, 0],
      columns: [
        { text: `${shopName} · ${evaluation.evaluationTime.slice(0, 16)} · ${evaluation.id}`, style: 'foot' },
        { text: say(phrases.printed(printedAt.slice(0, 16))), style: 'foot', alignment: 'center' },
        { text: say(phrases.page(current, all)), style: 'foot', alignment: 'right' },
      ],
    }),
    styles: {
      foot: { fontSize: 7.5, color: colours.hint },
      label: { fontSize: 7.5, color: colours.hint },
      section: { fontSize: 12, bold: true },
      head: { fontSize: 8, color: colours.label },
    },
    content: [
      head(report, shopName, say),
      facts(report, say),
      counts(evaluation, say),
      groupScores(evaluation, language, say),
      deductions(report, say),
      otherPictures(report, say),
      allItems(evaluation, language, say),
      signatures(say),
    ],
  }
}

function head({ evaluation, shop }: Report, shopName: string, say: Say): Content {
  return {
    table: {
      widths: ['*', 150],
      body: [
        [
          {
            stack: [
              { text: `Aisle · ${say(words.title)}`, fontSize: 9, bold: true, color: colours.primary },
              { text: shopName, fontSize: 23, bold: true, margin: [0, 5, 0, 2] },
              {
                text: [shop.code, shop.address].filter(part => part !== '').join(' · '),
                color: colours.label,
              },
            ],
            border: [false, false, false, false],
            margin: [14, 12, 0, 14],
          },
          {
            stack: [
              {
                text: [
                  {
                    text: evaluation.score.toFixed(1),
                    fontSize: 34,
                    bold: true,
                    color: scoreColour(evaluation.score),
                  },
                  { text: ' / 100', fontSize: 11, color: colours.hint },
                ],
                alignment: 'right',
              },
              {
                text: say(phrases.outOf(shown(evaluation.earnedScore), shown(evaluation.maxScore))),
                alignment: 'right',
                color: colours.label,
              },
            ],
            border: [false, false, false, false],
            margin: [0, 12, 14, 14],
          },
        ],
      ],
    },
    layout: { fillColor: () => colours.tint, hLineWidth: () => 0, vLineWidth: () => 0 },
  }
}

function facts({ evaluation, shop, language }: Report, say: Say): Content {
  const formName = named(language, evaluation.formName, evaluation.formNameEn)
  const fact = (label: Text, value: string): Content => ({
    stack: [
      { text: say(label), style: 'label' },
      { text: value === '' ? say(words.none) : value, margin: [0, 1, 0, 0] },
    ],
  })
  const row = (...facts: Content[]): Content => ({ columns: facts, columnGap: 12, margin: [0, 0, 0, 8] })
  return {
    stack: [
      row(
        fact(words.evaluatedAt, evaluation.evaluationTime.slice(0, 16)),
        fact(words.inspector, evaluation.userName),
        fact(words.took, say(phrases.duration(evaluation.useTime))),
        fact(words.status, say(statusWords[evaluation.evaluationStatus])),
      ),
      row(
        fact(words.form, say(phrases.formVersion(formName, evaluation.formVersion, evaluation.itemCount))),
        fact(words.manager, shop.manager),
        fact(words.day, say(evaluation.isHoliday === 1 ? words.weekend : words.workday)),
        fact(words.number, evaluation.id),
      ),
      ...(evaluation.remark === '' ? [] : [fact(words.remark, evaluation.remark)]),
      ...(evaluation.revokeReason === '' ? [] : [fact(words.reason, evaluation.revokeReason)]),
    ],
    margin: [0, 14, 0, 6],
  }
}

function counts(evaluation: Evaluation, say: Say): Content {
  const tiles: [EvaluationDetail['result'], number, string][] = [
    ['pass', evaluation.passCount, colours.positive],
    ['deduct', evaluation.deductCount, colours.negative],
    ['na', evaluation.naCount, colours.label],
    ['unscored', evaluation.unscoredCount, colours.label],
  ]
  return {
    table: {
      widths: ['*', '*', '*', '*'],
      body: [
        tiles.map(([result, count, colour]) => ({
          text: [
            { text: String(count), fontSize: 15, bold: true, color: count === 0 ? colours.hint : colour },
            { text: `  ${say(resultWords[result])}`, color: colours.label },
          ],
          margin: [10, 6, 10, 6],
        })),
      ],
    },
    layout: boxed,
  }
}

function groupScores(evaluation: Evaluation, language: Language, say: Say): Content {
  const barWidth = 250
  const groups = groupsOf(evaluation, language)
  return {
    stack: [
      section(words.groups, say),
      {
        table: {
          widths: [110, barWidth, '*', '*'],
          body: groups.map(({ name, details }): TableCell[] => {
            const counting = details.filter(detail => detail.score !== null)
            const earned = sum(counting.map(detail => detail.score ?? 0))
            const maximum = sum(counting.map(detail => detail.itemScore))
            const share = maximum === 0 ? 0 : earned / maximum
            return [
              { text: name },
              { canvas: bar(barWidth, share, maximum > 0), margin: [0, 3, 0, 0] },
              {
                text: maximum === 0 ? say(words.none) : `${shown(earned)} / ${shown(maximum)}`,
                alignment: 'right',
              },
              {
                text: maximum === 0 ? say(words.none) : `${(share * 100).toFixed(1)}%`,
                alignment: 'right',
                bold: true,
                color: maximum === 0 ? colours.hint : scoreColour(share * 100),
              },
            ]
          }),
        },
        layout: spaced,
      },
    ],
    unbreakable: true,
  }
}

function allItems(evaluation: Evaluation, language: Language, say: Say): Content {
  const cell = (text: string, more: object = {}): TableCell => ({ text, ...more })
  const body: TableCell[][] = [
    [
      cell(say(words.item), { style: 'head' }),
      cell(say(words.result), { style: 'head' }),
      cell(say(words.full), { style: 'head', alignment: 'right' }),
      cell(say(words.score), { style: 'head', alignment: 'right' }),
    ],
  ]
  for (const { name, details } of groupsOf(evaluation, language)) {
    body.push([cell(name, { colSpan: 4, bold: true, fillColor: colours.surface }), '', '', ''])
    for (const detail of details)
      body.push([
        cell(named(language, detail.itemName, detail.itemNameEn)),
        cell(
          say(resultWords[detail.result]) +
            (detail.severity === null ? '' : ` · ${say(severityWords[detail.severity])}`),
          { color: resultColour[detail.result] },
        ),
        cell(shown(detail.itemScore), { alignment: 'right', color: colours.hint }),
        cell(detail.score === null ? say(words.none) : shown(detail.score), {
          alignment: 'right',
          bold: detail.result === 'deduct',
          color: resultColour[detail.result],
        }),
      ])
  }
  return {
    stack: [
      section(words.items, say),
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          keepWithHeaderRows: 2,
          widths: ['*', 130, 50, 50],
          body,
        },
        layout: {
          hLineWidth: index => (index <= 1 || index === body.length ? 0.7 : 0.4),
          vLineWidth: () => 0,
          hLineColor: () => colours.hairline,
          paddingTop: () => 3,
          paddingBottom: () => 3,
        },
      },
    ],
  }
}

function signatures(say: Say): Content {
  const line = (label: Text): Content => ({
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 150, y2: 0, lineWidth: 0.7, lineColor: colours.hint }] },
      { text: say(label), style: 'label', margin: [0, 3, 0, 0] },
    ],
  })
  return {
    columns: [line(words.inspector), line(words.manager), line(words.date)],
    columnGap: 20,
    margin: [0, 46, 0, 0],
    unbreakable: true,
  }
}

function bar(
  width: number,
  share: number,
  isScored: boolean,
): { type: 'rect'; x: number; y: number; w: number; h: number; r: number; color: string }[] {
  const rect = (w: number, color: string) => ({ type: 'rect' as const, x: 0, y: 0, w, h: 6, r: 3, color })
  const filled = isScored && share > 0 ? [rect(Math.max(6, width * share), scoreColour(share * 100))] : []
  return [rect(width, colours.hairline), ...filled]
}

/** Details by group, in the order of the form. */
function groupsOf({ evaluationDetails }: Evaluation, language: Language) {
  const groups = Map.groupBy(evaluationDetails, detail => detail.pitemId ?? '')
  return [...groups.values()].map(details => ({
    name: named(language, details[0]?.pitemName ?? '', details[0]?.pitemNameEn ?? ''),
    details,
  }))
}
