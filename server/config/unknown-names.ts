import { readFileSync } from 'node:fs'
import { dictionary } from '../../contract/dictionary.ts'

/** A name that is no setting, and the setting that was probably meant. */
export type UnknownName = { name: string; nearest?: string }

type Variables = Record<string, string | undefined>
type Known = { known: ReadonlyArray<string> }

/**
 * Names that only our settings begin with, in a shell or container that has other programs' variables too. `OTEL_` is
 * not among them: its other names are OpenTelemetry's own.
 */
const families = [
  'ALERT_WEBHOOK_',
  'BACKUP_',
  'METRICS_',
  'OIDC_',
  'PAYEE_',
  'PAYOUT_',
  'QUOTA_',
  'REPLICATE_',
  'S3_',
  'SANDBOX_',
  'SELLER_',
  'SMTP_',
  'STRIPE_',
]

/** What a file of settings may have for Node, the C library and PostgreSQL's client. */
const ofOtherPrograms =
  /^(NODE_\w+|MALLOC_\w+|LC_\w+|LANG|TZ|PATH|HOME|USER|TMPDIR|PG\w+|SSL_CERT_(FILE|DIR)|OTEL_\w+|(HTTPS?|NO|ALL)_PROXY)$/

/**
 * Variables that Kubernetes sets for each service of its namespace, so that a service named `s3` makes `S3_PORT` and
 * `S3_SERVICE_HOST`.
 */
function isOfKubernetes([name, value = '']: [name: string, value: string | undefined]): boolean {
  return /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)/.test(name) || /^(tcp|udp):\/\//.test(value)
}

/**
 * The variables of an environment that look like a setting with a typing error: almost the name of one, or a name with
 * the beginning of ours. Variables of other programs are left out.
 */
export function findMistypedNames(env: Variables, { known }: Known): Array<UnknownName> {
  return Object.entries(env)
    .filter(([name, value]) => value?.trim() && !known.includes(name) && !isOfKubernetes([name, value]))
    .flatMap(([name]) => {
      const nearest = nearestName(name, known)
      const family = families.find((prefix) => name.toUpperCase().startsWith(prefix))
      if (nearest === undefined && family === undefined) return []
      return [{ name, ...withNearest(nearest ?? nearestOfFamily(name, known, family ?? '')) }]
    })
}

/** The names in a file of settings that are neither a setting nor a variable of Node or the system. */
export function findUnknownNames(names: Iterable<string>, { known }: Known): Array<UnknownName> {
  return [...names]
    .filter((name) => !known.includes(name) && !ofOtherPrograms.test(name))
    .map((name) => {
      const family = families.find((prefix) => name.toUpperCase().startsWith(prefix))
      const nearest = nearestName(name, known) ?? (family && nearestOfFamily(name, known, family))
      return { name, ...withNearest(nearest) }
    })
}

/** The names that a file sets, one a line as `NAME=VALUE`; none for a file that cannot be read. */
export function namesInFile(path: string): Array<string> {
  try {
    return [...readFileSync(path, 'utf8').matchAll(/^[ \t]*([A-Za-z_]\w*)[ \t]*=/gm)].map(
      ([, name = '']) => name,
    )
  } catch {
    return []
  }
}

/** A sentence about an unknown name, and what to do. */
export function unknownNameMessage({ name, nearest }: UnknownName): { detail: string; fix: string } {
  return {
    detail: `${name} is not a setting, so it does nothing`,
    fix: nearest
      ? `Did you mean ${nearest}?`
      : 'Remove it, or look its name up in docs/operate/configure.md.',
  }
}

function withNearest(nearest: string | undefined) {
  return nearest === undefined ? {} : { nearest }
}

/** What other programs call it. */
const otherNames = dictionary({
  S3_ACCESS_KEY: 'S3_ACCESS_KEY_ID',
  S3_SECRET_KEY: 'S3_SECRET_ACCESS_KEY',
  STRIPE_API_KEY: 'STRIPE_SECRET_KEY',
  STRIPE_PUBLIC_KEY: 'STRIPE_PUBLISHABLE_KEY',
  STRIPE_WEBHOOK_KEY: 'STRIPE_WEBHOOK_SECRET',
  SMTP_FROM: 'MAIL_FROM',
  SMTP_HOST: 'SMTP_URL',
  SMTP_PORT: 'SMTP_URL',
  SMTP_USER: 'SMTP_URL',
  SMTP_PASS: 'SMTP_URL',
  SMTP_PASSWORD: 'SMTP_URL',
})

/** The setting with at most two letters more, less or other, or one in four of a short name. */
function nearestName(name: string, known: ReadonlyArray<string>): string | undefined {
  const other = otherNames[name.toUpperCase()]
  if (other) return other
  const maxDistance = Math.min(2, Math.floor(name.length / 4))
  const [best] = byDistance(name, known)
  // HOSTS and PORTS are names of other programs.
  return name.length >= 6 && best && best.distance <= maxDistance ? best.name : undefined
}

function nearestOfFamily(name: string, known: ReadonlyArray<string>, family: string): string | undefined {
  return byDistance(
    name,
    known.filter((setting) => setting.startsWith(family)),
  )[0]?.name
}

function byDistance(name: string, known: ReadonlyArray<string>) {
  return known
    .map((setting) => ({ name: setting, distance: editDistance(name.toUpperCase(), setting) }))
    .toSorted((a, b) => a.distance - b.distance)
}

/** Letters to add, remove or replace until one text is the other; two that changed places count as one. */
function editDistance(from: string, to: string): number {
  let beforeLast: Array<number> = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, replaced, swapped))
    }
    beforeLast = last
    last = row
  }
  return last[to.length] ?? 0
}
