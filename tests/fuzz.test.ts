import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '../contract/api.ts'
import { isLongRun } from './support/long-run.ts'
import {
  type Caller,
  expectNoServerError,
  type Fields,
  fieldNames,
  requestFor,
  sharedCallers,
} from './support/request-builder.ts'

/** Requests for each route; `npm run bench:faults -- fuzz 50000` sends more. */
const runs = Number(process.env.FUZZ_RUNS ?? (isLongRun ? 300 : 2))
const timeoutMs = 30_000 + runs * 100

const createCaller = sharedCallers()

const arbitraryValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.integer(),
  fc.constantFrom('\0', '\ud800', '-0', '1e309', '0x10', 'NaN', '９', '1,00', "'", '\\', '%', '__proto__'),
)

test.for(Object.keys(api))(
  `%s never fails in ${runs} random requests`,
  { tags: ['scaled'], timeout: timeoutMs },
  async (name) => {
    const caller = await createCaller(name)
    const names = fieldNames(caller.route)
    const fuzzInput = fc.record(
      {
        values: fc.array(fc.tuple(fc.nat(), arbitraryValue), { maxLength: 3 }),
        added: fc.dictionary(fc.string({ maxLength: 20 }), arbitraryValue, { maxKeys: 2 }),
        bytes: fc.option(fc.uint8Array({ maxLength: 200 }), { freq: 4 }),
      },
      { noNullPrototype: false },
    )

    await fc.assert(
      fc.asyncProperty(fuzzInput, async (input) => {
        const request = requestOf(caller, names, input)
        expectNoServerError(await caller.send(request), {
          name,
          description: JSON.stringify(input).slice(0, 500),
        })
      }),
      { numRuns: runs },
    )

    expect((await caller.w.visitor().send('GET', '/health')).statusCode).toBe(200)
  },
)

type FuzzInput = {
  values: Array<[number, unknown]>
  added: Record<string, unknown>
  bytes: Uint8Array | null
}

/** A valid request with changed values, fields or bytes. */
function requestOf(
  { route, baseFields }: Caller,
  names: Array<[where: keyof Fields, name: string]>,
  { values, added, bytes }: FuzzInput,
) {
  const fields = baseFields()
  for (const [index, value] of values) {
    const [where, field] = names[index % Math.max(names.length, 1)] ?? ['query', 'x']
    fields[where][field] = value
  }
  Object.assign(fields.query, added)
  if (route.method === 'GET' || route.method === 'DELETE') return requestFor(route, { ...fields, body: {} })
  Object.assign(fields.body, added)
  const request = requestFor(route, fields)
  return bytes ? { ...request, payload: Buffer.from(bytes) } : request
}
