import { type Endpoint, judgedRows, problems } from '@aisle/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

/** OpenAPI 3.1 of all declared calls: paths, parameters, bodies and answers in the envelope, made from the contract. */
export function openApi(contract: Record<string, Record<string, Endpoint>>, version: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = { Problem: problemSchema }
  for (const [group, calls] of Object.entries(contract))
    for (const [name, call] of Object.entries(calls)) {
      const path = call.path.replace(/:([A-Za-z]+)/g, '{$1}')
      paths[path] = {
        ...paths[path],
        [call.method.toLowerCase()]: operation(`${group}.${name}`, call, schemas),
      }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Aisle',
      version,
      description:
        'Every answer is an envelope { code, msg, data }; code 200 is success, 10001 a message for the user. The token goes into the header accessToken, or Authorization: Bearer.',
      license: { name: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'header', name: 'accessToken' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas,
    },
    security: [{ accessToken: [] }, { bearer: [] }],
  }
}

const problemSchema = {
  type: 'object',
  required: ['code', 'msg'],
  properties: {
    code: { type: 'integer', enum: [...new Set(Object.values(problems).map(problem => problem.code))] },
    msg: { type: 'string' },
    data: { type: 'null' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    reason: { type: 'string' },
    traceId: { type: 'string' },
  },
}

function operation(operationId: string, call: Endpoint, schemas: Json): Json {
  const schema = (part: 'params' | 'query' | 'body' | 'answer') =>
    schemaOf(call[part], part === 'answer' ? 'output' : 'input', `${operationId}.${part}`, schemas)
  const body = schema('body')
  const failure = {
    description: 'A problem',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  return {
    operationId,
    tags: [call.tag],
    summary: call.summary,
    ...(call.authority === 'public'
      ? { security: [] }
      : {
          description:
            call.authority.length > 0 ? `Needs ${call.authority.join(' or ')}.` : 'For everyone signed in.',
        }),
    parameters: [...parameters(schema('params'), 'path'), ...parameters(schema('query'), 'query')],
    ...(call.method === 'GET' || call.method === 'DELETE' || (!body.properties && !body.items)
      ? {}
      : { requestBody: { required: true, content: bodyContent(call, body) } }),
    responses: {
      200: {
        description: 'Success',
        content: call.file
          ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
          : {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['code', 'msg', 'data'],
                  properties: {
                    code: { const: 200 },
                    msg: { type: 'string' },
                    data: schema('answer'),
                  },
                },
              },
            },
      },
      default: failure,
    },
  }
}

function bodyContent(call: Endpoint, schema: Json): Json {
  if (schema.items)
    return { 'application/json': { schema }, 'application/x-ndjson': { schema: schema.items } }
  const json = { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } }
  if (!call.upload) return json
  const properties = { ...(schema.properties as Json), file: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { ...schema, properties } }, 'application/json': { schema } }
}

function parameters(schema: Json, place: 'path' | 'query'): Json[] {
  const { properties, required } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties ?? {}).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || (required?.includes(name) ?? false),
    schema: inner,
  }))
}

/** A type that holds itself is put among the shared schemas, under the name of the part, where its `$ref` finds it. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', name: string, shared: Json): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
    override({ zodSchema, jsonSchema }) {
      const row = judgedRows.get(zodSchema)
      if (row) Object.assign(jsonSchema, schemaOf(row, io, name, shared))
    },
  })
  const text = JSON.stringify(json).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
  const { $defs = {}, ...moved } = JSON.parse(text)
  for (const [key, definition] of Object.entries($defs)) shared[`${name}.${key}`] = definition
  return moved
}
