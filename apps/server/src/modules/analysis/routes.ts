import { analysisCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import { dictionaryFor } from './dictionary.ts'
import type { AnalysisService } from './service.ts'

/** Questions about the figures, what can be asked, and where a number comes from. */
export function analysisRoutes(mount: Mount, analysis: AnalysisService): void {
  mount(analysisCalls, {
    query: ({ body }, { caller, language }) =>
      'questions' in body
        ? analysis.askAll(body.questions, caller, language)
        : analysis.ask(body, caller, language),
    explain: ({ body }, { caller, language }) => analysis.explain(body.question, body.cell, caller, language),
    dictionary: async (_, { caller }) => dictionaryFor(caller.authorities),
  })
}
