import { api } from '../../../../contract/api.ts'
import type { Route } from '../../../../contract/route.ts'
import type { ApiScope } from '../../../../contract/scopes.ts'
import { exampleOf, type Field, fieldsOf, toJsonSchema } from './json-schema.ts'

/** A call of the contract that a key can make. */
export type Call = {
  name: string
  method: Route['method']
  path: string
  scope: ApiScope
  summary: string
  transport: Route['transport']
  /** By where they are in the request, without those that have none. */
  fields: ReadonlyArray<{ place: string; fields: Array<Field> }>
  /** JSON with two spaces; undefined for a call that answers with a file, or nothing. */
  answer: string | undefined
}

/** What scopes are about, by their first word. */
type Subject = ApiScope extends `${infer First}:${string}` ? First : never

/** A subject of scopes that is not named here does not compile. */
const subjects: Record<Subject, { title: string; about: string }> = {
  items: { title: 'Items', about: 'What you sell: files, links, texts and bundles.' },
  sales: { title: 'Sales', about: 'What was sold to whom, and what buyers ask for.' },
  stats: { title: 'Stats', about: 'Views, figures and your balance.' },
  discounts: { title: 'Discounts', about: 'Codes that take something off a price.' },
  licenses: { title: 'Licenses', about: 'Keys of items that are apps, as their creator sees them.' },
  payouts: { title: 'Payouts', about: 'What was paid to you, with its documents. No key can pay money out.' },
  webhooks: { title: 'Webhooks', about: 'Addresses of yours that are told, and what was sent to them.' },
}

export type CallGroup = { id: Subject; title: string; about: string; calls: Array<Call> }

const methods: ReadonlyArray<Route['method']> = ['GET', 'POST', 'PATCH', 'DELETE']

/** Every call that a key can make, by subject, each by its path. */
export const callGroups: ReadonlyArray<CallGroup> = Object.entries(subjects).map(([id, subject]) => ({
  // The keys of `subjects`.
  id: id as Subject,
  ...subject,
  calls: Object.entries(api)
    .flatMap(([name, route]) =>
      route.scope?.split(':')[0] === id ? [describe(name, route, route.scope)] : [],
    )
    .toSorted((a, b) => compare(a.path, b.path) || methods.indexOf(a.method) - methods.indexOf(b.method)),
}))

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export function callNamed(wanted: string): Call | undefined {
  return callGroups.flatMap(({ calls }) => calls).find(({ name }) => name === wanted)
}

function describe(name: string, route: Route, scope: ApiScope): Call {
  const { method, path, summary, transport, params, query, body, files = {}, response } = route
  const places = {
    'In the path': params,
    'In the query': query,
    [transport === 'multipart' ? 'In the form' : 'In the body']: body,
  }
  const given = Object.entries(places).map(([place, schema]) => ({
    place,
    fields: schema ? fieldsOf(toJsonSchema(schema, 'input')) : [],
  }))
  const fileFields = Object.entries(files).map(([file, { maxBytes }]) => ({
    name: file,
    isRequired: false,
    text: `a file${maxBytes ? `, up to ${maxBytes / 1024 / 1024} MB` : ''}`,
  }))
  return {
    name,
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    scope,
    summary,
    transport,
    fields: [...given, { place: 'Files of the form', fields: fileFields }].filter(
      ({ fields }) => fields.length > 0,
    ),
    answer: response && JSON.stringify(exampleOf(toJsonSchema(response, 'output')), null, 2),
  }
}
