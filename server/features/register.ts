import type { Feature, JobHandlers, Lane, StoredData } from './feature.ts'
import type { InboxSources } from './inbox.ts'
import type { EmailRenderers } from './telling/deliveries/deliveries.ts'

/** All features as one: what the rest of the program reads. */
export type Registered = {
  features: ReadonlyArray<Feature>
  jobs: JobHandlers
  emails: EmailRenderers
  inbox: InboxSources
  periodic: ReadonlyArray<Lane>
  storedData: StoredData
}

/** Throws when two features have a name, or a key of a table, in common. */
export function register<const Features extends ReadonlyArray<Feature>>(features: Features) {
  const names = features.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`The feature ${twice} is registered twice`)
  const emails = joined(features, 'emails')
  const storedData: StoredData = {
    emails: emails as Partial<EmailRenderers>,
    retention: features.flatMap((feature) => feature.retention ?? []),
    exportedTables: (...args) => features.flatMap((feature) => feature.exportedTables?.(...args) ?? []),
  }
  return {
    features,
    emails,
    jobs: joined(features, 'jobs'),
    inbox: joined(features, 'inbox'),
    periodic: features.flatMap((feature) => feature.periodic ?? []),
    storedData,
  }
}

type Both<Union> = (Union extends unknown ? (given: Union) => void : never) extends (
  given: infer Intersection,
) => void
  ? Intersection
  : never
type Joined<Features extends ReadonlyArray<Feature>, Part extends keyof Feature> = Both<
  Extract<Features[number], Record<Part, object>>[Part]
>

/** One table of all features' parts. Two features with the same key are a mistake that no type shows. */
function joined<Features extends ReadonlyArray<Feature>, Part extends 'jobs' | 'emails' | 'inbox'>(
  features: Features,
  part: Part,
): Joined<Features, Part> {
  const table = new Map<string, unknown>()
  for (const feature of features)
    for (const [key, value] of Object.entries(feature[part] ?? {})) {
      if (table.has(key)) throw new Error(`${part}: ${key} is registered twice`)
      table.set(key, value)
    }
  // What each key holds is known from the features.
  return Object.fromEntries(table) as Joined<Features, Part>
}
