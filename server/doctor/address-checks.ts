import { createServer } from 'node:net'
import { getInstance } from '../../contract/instance.ts'
import { productName } from '../../contract/site.ts'
import type { Config } from '../config.ts'
import { type Check, type CheckResult, fail, ok, warn } from './check.ts'
import { type Answer, call, jsonOf, unreachable } from './network.ts'

/** Whether people reach this instance, and whether its ports are free or its own. */
export function addressChecks(config: Config): Array<Check> {
  const port: Check = {
    name: 'port',
    fix: `Something listens on port ${config.port} and does not answer. Stop it (ss -ltnp shows it), or set PORT to a free one.`,
    settings: ['PORT', 'HOST'],
    run: () => checkPort(config),
  }
  const metricsPort: Check = {
    name: 'metrics port',
    fix: `Something listens on port ${config.metricsPort} and does not answer. Stop it (ss -ltnp shows it), or set METRICS_PORT to a free one.`,
    settings: ['METRICS_PORT', 'METRICS_HOST'],
    run: () => checkMetricsPort(config),
  }
  const metricsToken: Check = {
    name: 'metrics token',
    fix: 'Look at the line “port” first.',
    settings: ['METRICS_TOKEN', 'PORT'],
    run: () => checkMetricsToken(config),
  }
  const publicAddress: Check = {
    name: 'public address',
    fix: 'Check DNS, the proxy and its log: docs/operate/proxy.md.',
    settings: ['PUBLIC_URL'],
    run: () => checkPublicUrl(config),
  }
  const trust: Check = {
    name: 'proxy',
    fix: 'Set TRUST_PROXY to the addresses of your own proxies.',
    settings: ['TRUST_PROXY'],
    run: async () => checkTrust(config),
  }
  const accel: Check = {
    name: 'proxy files',
    fix: 'Check the location of ACCEL_REDIRECT_PATH in nginx: docs/operate/proxy.md.',
    settings: ['ACCEL_REDIRECT_PATH', 'PUBLIC_URL'],
    run: () => checkAccel(config),
  }
  return [
    port,
    ...(config.metricsPort === undefined ? [] : [metricsPort]),
    ...(config.metricsToken === undefined ? [] : [metricsToken]),
    ...(config.isLocal ? [] : [publicAddress]),
    ...(config.trustProxy.length > 0 ? [trust] : []),
    ...(config.accelRedirectPath ? [accel] : []),
  ]
}

/** An address on which a process can be called that listens on `host`. */
function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`
}

/** `free`: nothing listens. `ours`: an instance with this PUBLIC_URL. `away`: one that cannot answer now. */
type Listener = 'free' | 'ours' | 'away' | 'other instance' | 'other program'

async function whoListens({ host, port, publicUrl }: Config): Promise<Listener> {
  const headers = { host: new URL(publicUrl).host }
  try {
    return await listenerOf(await call(`${urlOf(host, port)}${getInstance.path}`, { headers }), publicUrl)
  } catch (error) {
    if (/ECONNREFUSED|EADDRNOTAVAIL/.test(JSON.stringify(codesOf(error)))) return 'free'
    return 'other program'
  }
}

function codesOf(error: unknown): Array<unknown> {
  const { code, errors = [] } = Object(error)
  return [code, ...errors.map((one: unknown) => Object(one).code)]
}

function listenerOf(answer: Answer, publicUrl: string): Listener {
  const body = jsonOf(answer)
  if (answer.status === 200 && typeof body.publicUrl === 'string')
    return body.publicUrl === publicUrl ? 'ours' : 'other instance'
  // The form of our errors.
  if (answer.status === 503 && typeof body.error === 'object') return 'away'
  return 'other program'
}

async function checkPort(config: Config): Promise<CheckResult> {
  const { port, host } = config
  const listener = await whoListens(config)
  if (listener === 'ours') return ok(`This instance listens on port ${port}`)
  if (listener === 'away')
    return warn(
      `A ${productName} listens on port ${port}, and answers that it is unavailable`,
      'Look at the lines “database” and “file store”, and at its log.',
    )
  if (listener !== 'free')
    return fail(
      `Port ${port} is taken by another ${listener === 'other instance' ? productName : 'program'}`,
      `Stop that one (ss -ltnp shows it), or set PORT to a free one.`,
    )
  return tryToListen({ host, port, setting: 'PORT', hostSetting: 'HOST' })
}

async function checkMetricsPort({ metricsPort = 0, metricsHost }: Config): Promise<CheckResult> {
  const answer = await call(`${urlOf(metricsHost, metricsPort)}/metrics`).catch((error: unknown) => error)
  if (answer instanceof Error) {
    if (!codesOf(answer).some((code) => code === 'ECONNREFUSED' || code === 'EADDRNOTAVAIL')) throw answer
    return tryToListen({
      host: metricsHost,
      port: metricsPort,
      setting: 'METRICS_PORT',
      hostSetting: 'METRICS_HOST',
    })
  }
  const { status, text } = answer as Answer
  if (status === 200 && text.includes('tipdrop_'))
    return ok(`A ${productName} serves /metrics on port ${metricsPort}`)
  return fail(
    `Port ${metricsPort} is taken by another program`,
    'Stop that one (ss -ltnp shows it), or set METRICS_PORT to a free one.',
  )
}

type Place = { host: string; port: number; setting: string; hostSetting: string }

/** Listens for a moment. */
function tryToListen({ host, port, setting, hostSetting }: Place): Promise<CheckResult> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => {
      const { code } = Object(error)
      if (code === 'EACCES')
        return resolve(
          fail(`This user may not listen on port ${port} (EACCES)`, `Set ${setting} to 1024 or higher.`),
        )
      if (code === 'EADDRINUSE')
        return resolve(
          fail(
            `Port ${port} is taken by another program (EADDRINUSE)`,
            `Stop that one (ss -ltnp shows it), or set ${setting} to a free one.`,
          ),
        )
      resolve(
        fail(
          `This machine cannot listen on ${host} (${code})`,
          `Set ${hostSetting} to an address of this machine (ip address shows them).`,
        ),
      )
    })
    server.listen({ host, port, exclusive: true }, () =>
      server.close(() => resolve(ok(`Port ${port} is free: no instance runs on it`))),
    )
  })
}

async function checkMetricsToken(config: Config): Promise<CheckResult> {
  const { host, port, publicUrl, metricsToken = '' } = config
  if ((await whoListens(config)) !== 'ours') return ok('No instance runs here that could be asked')
  const headers = { host: new URL(publicUrl).host, authorization: `Bearer ${metricsToken}` }
  const { status } = await call(`${urlOf(host, port)}/metrics`, { headers })
  if (status === 200) return ok(`/metrics on port ${port} takes the token`)
  return warn(
    `/metrics on port ${port} answers ${status}: the instance was started with another token`,
    'Restart the instance, so that it reads METRICS_TOKEN again.',
  )
}

const warnDays = 14
const dayMs = 86_400_000

/** Whether the proxy in front passes requests on to this instance, and how long its certificate lasts. */
async function checkPublicUrl({ publicUrl, port }: Config): Promise<CheckResult> {
  const answer = await call(`${publicUrl}${getInstance.path}`).catch((error: unknown) => error)
  if (answer instanceof Error) return unreachable(answer, { what: publicUrl, setting: 'PUBLIC_URL' })
  const given = answer as Answer
  const days = given.certificateUntil && Math.floor((given.certificateUntil.getTime() - Date.now()) / dayMs)
  switch (listenerOf(given, publicUrl)) {
    case 'ours':
      if (days !== undefined && days < warnDays)
        return warn(
          `${publicUrl} answers, but its certificate ends in ${days === 1 ? '1 day' : `${days} days`}`,
          'Renew the certificate, and find out why that doesn’t happen automatically (certbot renew, or Caddy’s log).',
        )
      return ok(
        `${publicUrl} is this instance${days === undefined ? '' : `, its certificate is valid for ${days} days`}`,
      )
    case 'other instance':
      return fail(
        `${publicUrl} is another ${productName}: it has the address ${String(jsonOf(given).publicUrl)}`,
        'Let the proxy pass requests for this name on to the port of this instance, or correct PUBLIC_URL.',
      )
    case 'away':
      return fail(
        `${publicUrl} answers that it is unavailable (503)`,
        'Look at the lines “database” and “file store”, and at the log of the instance.',
      )
    default:
      return otherAnswer(given.status, { publicUrl, port })
  }
}

function otherAnswer(status: number, { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): CheckResult {
  if ([502, 503, 504].includes(status))
    return fail(
      `${publicUrl} answers ${status}: the proxy does not reach the instance`,
      `Start the instance, and let the proxy pass requests on to port ${port}.`,
    )
  if (status >= 300 && status < 400)
    return fail(
      `${publicUrl} redirects elsewhere (${status})`,
      'Set PUBLIC_URL to the address that people end up at, or remove the redirect of the proxy.',
    )
  return fail(
    `${publicUrl} answers ${status}, and not as ${productName}`,
    `Let the proxy pass requests for this name on to port ${port}: docs/operate/proxy.md.`,
  )
}

function checkTrust({ trustProxy }: Config): CheckResult {
  const everyone = trustProxy.find((range) => /\/0$/.test(range))
  if (everyone)
    return warn(
      `TRUST_PROXY ${everyone} trusts everyone, so visitors can claim any address and pass rate limits`,
      'Set it to the addresses of your own proxies only, such as 127.0.0.1.',
    )
  return ok(`Trusts ${trustProxy.join(', ')}`)
}

/** The proxy may send the files of this folder only when this instance says so. */
async function checkAccel({ publicUrl, accelRedirectPath = '' }: Config): Promise<CheckResult> {
  const url = `${publicUrl}${accelRedirectPath}store/mark`
  const answer = await call(url).catch((error: unknown) => error)
  if (answer instanceof Error) return unreachable(answer, { what: publicUrl, setting: 'PUBLIC_URL' })
  const { status, text } = answer as Answer
  if (status === 200 && text === 'tipdrop')
    return fail(
      `Everyone can read the files that you sell, at ${publicUrl}${accelRedirectPath}`,
      `Add "internal;" to the location ${accelRedirectPath} of nginx now, and reload it.`,
    )
  return ok(`${publicUrl}${accelRedirectPath} is closed to visitors`)
}
