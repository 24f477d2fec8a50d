import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { loggedError } from '../logged-error.ts'
import { consolePage } from './console.ts'
import { answerError, handleErrors } from './errors.ts'
import { maxFileBytes } from './multipart.ts'

/** The server as calls find it, before there are any: what it logs, which bodies it reads, how it answers failures. */
export async function openServer(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger:
      config.log === 'silent'
        ? false
        : {
            level: config.log,
            redact: ['req.headers.accesstoken', 'req.headers.authorization', 'req.headers.cookie'],
            serializers: { err: loggedError },
          },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(8).toString('hex'),
    trustProxy: 'loopback',
    bodyLimit: 1_000_000,
    forceCloseConnections: true,
    frameworkErrors: answerError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8000 },
  })
  // JSON, forms and uploads are read; a plain text is not taken for one of them.
  app.removeContentTypeParser('text/plain')
  await plugins(app)
  handleErrors(app, consolePage(config))
  return app
}

async function plugins(app: FastifyInstance): Promise<void> {
  const anywhere = ['http:', 'https:', 'ws:', 'wss:']
  await app.register(helmet, {
    contentSecurityPolicy: {
      // Video comes straight from the platforms, whose addresses are theirs to choose.
      directives: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", 'data:', 'blob:', ...anywhere],
        mediaSrc: ["'self'", 'blob:', 'http:', 'https:'],
        frameSrc: ["'self'", 'http:', 'https:'],
        imgSrc: ["'self'", 'data:', 'blob:', 'http:', 'https:'],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: false,
  })
  await app.register(cookie)
  await app.register(formbody)
  await app.register(multipart, { limits: { fileSize: maxFileBytes } })
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })
}
