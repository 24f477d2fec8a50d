/** A row of a posted list that is no JSON object at all: refused by itself, in its place. */
export class BrokenRow extends Error {}

/** The rows of NDJSON: one JSON value a line, blank lines left out. */
export function rowsOfLines(body: string): unknown[] {
  return body
    .split('\n')
    .filter(line => line.trim() !== '')
    .map((line): unknown => {
      try {
        return JSON.parse(line)
      } catch {
        return new BrokenRow('not a JSON object')
      }
    })
}
