import { analysisCalls, plazaCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import { dictionaryFor } from './dictionary.ts'
import { answerFile } from './file.ts'
import { plazaComparison } from './plaza.ts'
import type { AnalysisService } from './service.ts'

/** Questions about the figures, what can be asked, and where a number comes from. */
export function analysisRoutes(mount: Mount, analysis: AnalysisService, now: () => Date): void {
  mount(analysisCalls, {
    query: ({ body }, { caller, language }) =>
      'questions' in body
        ? analysis.askAll(body.questions, caller, language)
        : analysis.ask(body, caller, language),
    async export({ body }, { caller, language, audit }) {
      const file = await answerFile(analysis, body, { caller, language, now: now() })
      await audit('analysis.exported', body.name, { format: body.format, metrics: body.question.metrics })
      return file
    },
    explain: ({ body }, { caller, language }) => analysis.explain(body.question, body.cell, caller, language),
    dictionary: async (_, { caller }) => dictionaryFor(caller.authorities),
  })
  const plaza = plazaComparison(analysis)
  mount(plazaCalls, {
    flow: ({ body }, { caller, language }) => plaza.flow(body, caller, language),
    customers: ({ body }, { caller, language }) => plaza.customers(body, caller, language),
  })
}
