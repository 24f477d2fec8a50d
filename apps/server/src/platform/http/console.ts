import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@aisle/contract'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { handleErrors } from './errors.ts'
import { openApi } from './openapi.ts'

/** Every call as OpenAPI, for programs and as a page. */
export async function documentation(app: FastifyInstance, version: string): Promise<void> {
  const document = openApi(contract, version)
  app.get('/api/openapi.json', async () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false })
}

const consoleFolder = ({ root }: Config) => join(root, 'apps/web/dist')

/** The files of the console as they lie there now: a console built anew is served without a restart. */
export async function webConsole(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(fastifyStatic, {
    root: consoleFolder(config),
    // What the build packed is smaller than what could be packed while somebody waits.
    preCompressed: true,
    setHeaders(response, path) {
      const hashed = path.includes('/assets/')
      response.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** An address of the console that is no file is one of its pages. */
export function consolePage(config: Config): Parameters<typeof handleErrors>[1] {
  return (request, reply) => {
    const { pathname } = new URL(request.url, 'http://console')
    if (request.method !== 'GET' || /^\/(api|assets)\//.test(pathname)) return false
    if (!existsSync(join(consoleFolder(config), 'index.html'))) return false
    reply.header('Cache-Control', 'no-cache').sendFile('index.html')
    return true
  }
}
