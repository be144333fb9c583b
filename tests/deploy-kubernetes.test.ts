import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../server/config.ts'

const source = join(import.meta.dirname, '../deploy/kubernetes')
const hasKubectl = spawnSync('kubectl', ['--help']).error === undefined

/** What an operator writes: no value is that of an example. */
const settings = {
  PUBLIC_URL: 'https://mine.example.org',
  ADMIN_EMAIL: 'me@mine.example.org',
  PAYMENT_PROVIDER: 'stripe',
  S3_ENDPOINT: 'https://objects.example.org',
  S3_REGION: 'eu-1',
  S3_BUCKET: 'mine',
  MAIL_FROM: 'Mine <post@mine.example.org>',
  TRUST_PROXY: '10.9.0.0/16',
  METRICS_PORT: '9400',
  METRICS_HOST: '0.0.0.0',
  MIGRATE: 'check',
}
const secrets = {
  DATABASE_URL: 'postgres://me:mine@db.example.org:5432/mine',
  SESSION_SECRET: '0123456789abcdef'.repeat(4),
  PAYOUT_KEYS: `mine:${'fedcba9876543210'.repeat(4)}`,
  S3_ACCESS_KEY_ID: 'my-key',
  S3_SECRET_ACCESS_KEY: 'my-secret',
  SMTP_URL: 'smtps://me:mine@post.example.org',
  STRIPE_SECRET_KEY: 'sk_live_mine',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_mine',
  STRIPE_WEBHOOK_SECRET: 'whsec_mine',
  STRIPE_PRO_PRICE: 'price_mine',
}

const Env = z.array(z.object({ name: z.string(), value: z.string() })).default([])
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const Container = z.object({
  image: z.string(),
  env: Env,
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
})
const Pods = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.object({ containers: z.tuple([Container]) }),
})
const Resource = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }),
  data: z.record(z.string(), z.string()).optional(),
  spec: z.unknown().optional(),
})

const toEnvFile = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** The folder as the operator copied it, with their own files. */
function copyFolder(files: Record<string, Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-kubernetes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const isOurs = (path: string) => !path.endsWith('.env')
  cpSync(source, folder, { recursive: true, filter: isOurs })
  for (const [name, values] of Object.entries(files)) writeFileSync(join(folder, name), toEnvFile(values))
  return folder
}

function render(folder: string) {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const resources = parseAllDocuments(stdout).map((document) => Resource.parse(document.toJS()))
  const find = (kind: string, name: string) => {
    const found = resources.find((one) => one.kind === kind && one.metadata.name.startsWith(name))
    if (!found) throw new Error(`No ${kind} ${name}`)
    return found
  }
  const pods = (kind: string, name: string) =>
    z.object({ template: Pods }).parse(find(kind, name).spec).template
  /** The variables of a container as Kubernetes sets them: those of `env` win. */
  const environment = ({ envFrom, env }: z.infer<typeof Container>) => {
    const read = resources.filter(({ metadata }) =>
      envFrom.some((from) => Object.values(from).some(({ name }) => name === metadata.name)),
    )
    expect(read.map(({ kind }) => kind).sort()).toEqual(['ConfigMap', 'Secret'])
    const values = read.flatMap(({ kind, data = {} }) =>
      Object.entries(data).map(([name, value]) => [
        name,
        kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value,
      ]),
    )
    return {
      ...Object.fromEntries(values),
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
    }
  }
  return { resources, find, pods, environment }
}

const own = { 'settings.env': settings, 'secrets.env': secrets }
const parts = [
  ['Job', 'tipdrop-migrate', { MIGRATE: 'only' }],
  ['Deployment', 'tipdrop-web', { ROLE: 'web' }],
  ['Deployment', 'tipdrop-worker', { ROLE: 'worker' }],
] as const

test('the examples name the settings of the test, so that no setting is left out of it', () => {
  const namesIn = (file: string) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/^(\w+)=/gm)].map(([, name]) => name)

  expect(namesIn('settings.env.example').sort()).toEqual(Object.keys(settings).sort())
  expect(namesIn('secrets.env.example').sort()).toEqual(Object.keys(secrets).sort())
})

test.skipIf(!hasKubectl)('the manifests have the operator’s settings, and the server accepts them', () => {
  const { pods, environment } = render(copyFolder(own))

  for (const [kind, name, more] of parts) {
    const env = environment(pods(kind, name).spec.containers[0])

    expect(env).toEqual({ ...settings, ...secrets, ...more })
    expect(readConfig({ ...env, DATA_DIR: '/data' })).toMatchObject({
      publicUrl: settings.PUBLIC_URL,
      databaseUrl: secrets.DATABASE_URL,
      migrate: name === 'tipdrop-migrate' ? 'only' : 'check',
    })
  }
})

test.skipIf(!hasKubectl)('the ingress is for the host of PUBLIC_URL, and leads to the web processes', () => {
  const { find, pods } = render(copyFolder(own))
  const Ingress = z.object({
    tls: z.tuple([z.object({ hosts: z.array(z.string()) })]),
    rules: z.tuple([
      z.object({
        host: z.string(),
        http: z.object({
          paths: z.tuple([z.object({ backend: z.object({ service: z.object({ name: z.string() }) }) })]),
        }),
      }),
    ]),
  })

  const { tls, rules } = Ingress.parse(find('Ingress', 'tipdrop').spec)
  const service = find('Service', rules[0].http.paths[0].backend.service.name)
  const { selector, ports } = z
    .object({
      selector: z.record(z.string(), z.string()),
      ports: z.array(z.object({ targetPort: z.string() })),
    })
    .parse(service.spec)
  const web = pods('Deployment', 'tipdrop-web')

  expect([rules[0].host, ...tls[0].hosts]).toEqual(['mine.example.org', 'mine.example.org'])
  expect(web.metadata.labels).toMatchObject(selector)
  expect(web.spec.containers[0].ports.map(({ name }) => name)).toContain(ports[0]?.targetPort)
})

test.skipIf(!hasKubectl)(
  'the probes ask what docs/operate/scale.md says, on a port that the image listens on',
  () => {
    const { pods } = render(copyFolder(own))
    const image = readFileSync(join(source, '../docker/Dockerfile'), 'utf8')
    const imagePort = Number(/^EXPOSE (\d+)$/m.exec(image)?.[1])

    for (const name of ['tipdrop-web', 'tipdrop-worker']) {
      const { ports, startupProbe, livenessProbe, readinessProbe } = pods('Deployment', name).spec
        .containers[0]
      const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path)
      const probed = ports.find((port) => port.name === readinessProbe?.httpGet.port)

      expect(paths).toEqual(['/health/live', '/health/live', '/health/ready'])
      expect(probed?.containerPort).toBe(imagePort)
    }
  },
)

test.skipIf(!hasKubectl)('all parts run the image that kustomization.yaml names, in one namespace', () => {
  const folder = copyFolder(own)
  const file = join(folder, 'kustomization.yaml')
  const kustomization = readFileSync(file, 'utf8')
    .replace('registry.example.com/tipdrop', 'registry.example.org/mine')
    .replace(/newTag: .*/, 'newTag: 1.2.3')
  writeFileSync(file, kustomization)

  const { resources, pods } = render(folder)
  const images = parts.map(([kind, name]) => pods(kind, name).spec.containers[0].image)

  expect(new Set(images)).toEqual(new Set(['registry.example.org/mine:1.2.3']))
  const outside = resources.filter(({ metadata }) => metadata.namespace !== 'tipdrop')
  expect(outside.map(({ kind }) => kind)).toEqual(['Namespace'])
})

test.skipIf(!hasKubectl).each(['settings.env', 'secrets.env'])(
  'without %s nothing is rendered',
  (missing) => {
    const files = Object.fromEntries(Object.entries(own).filter(([name]) => name !== missing))

    const { status, stderr } = spawnSync('kubectl', ['kustomize', copyFolder(files)], { encoding: 'utf8' })

    expect(status).not.toBe(0)
    expect(stderr).toContain(missing)
  },
)
