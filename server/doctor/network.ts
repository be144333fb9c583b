import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import { type CheckResult, causeOf, fail, warn } from './check.ts'

/** Less than the time limit of a check, so that its line says who did not answer. */
const timeoutMs = 10_000
const maxAnswerBytes = 1024 ** 2

export type Answer = {
  status: number
  text: string
  /** Of the server's clock; undefined without the header. */
  date: Date | undefined
  /** When the certificate of an https address ends. */
  certificateUntil: Date | undefined
}

type Call = { method?: string; headers?: Record<string, string>; body?: string }

/** Calls a URL on a connection of its own, without following a redirect. Throws the error of the connection. */
export function call(url: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const outgoing = request(url, { method, agent: false, signal, headers: withLength(headers, body) })
    outgoing.on('error', (error) => reject(signal.aborted ? new NoAnswerError() : error))
    outgoing.on('response', async (response) => {
      const { socket } = response
      const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
      const chunks: Array<Buffer> = []
      let size = 0
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          chunks.push(chunk)
          size += chunk.length
          if (size > maxAnswerBytes) break
        }
      } catch (error) {
        return reject(signal.aborted ? new NoAnswerError() : error)
      }
      const { date } = response.headers
      resolve({
        status: response.statusCode ?? 0,
        text: Buffer.concat(chunks).toString('utf8'),
        date: date ? new Date(date) : undefined,
        certificateUntil: certificate?.valid_to ? new Date(certificate.valid_to) : undefined,
      })
    })
    outgoing.end(body)
  })
}

function withLength(headers: Record<string, string>, body: string | undefined): Record<string, string> {
  return body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
}

class NoAnswerError extends Error {
  readonly code = 'ETIMEDOUT'
}

/** The JSON of an answer; an empty object for anything else. */
export function jsonOf({ text }: Pick<Answer, 'text'>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Of an error or of the first of several attempts to connect, such as by IPv6 and IPv4. */
function codeOf(error: unknown): string {
  const cause = causeOf(error)
  const { code, errors } = Object(cause)
  if (code === undefined && Array.isArray(errors)) return codeOf(errors[0])
  return typeof code === 'string' ? code : ''
}

/** What a failed connection means, and what to do. `setting` has the address. */
function explain(error: unknown, setting: string): [reason: string, fix: string] {
  const code = codeOf(error)
  const inBrackets = code ? ` (${code})` : ''
  if (code === 'ENOTFOUND')
    return [`there is no such host${inBrackets}`, `Correct the host of ${setting}, or add its DNS record.`]
  if (code === 'EAI_AGAIN')
    return [
      `the name servers of this machine do not answer${inBrackets}`,
      'Check the network and /etc/resolv.conf of this machine.',
    ]
  if (code === 'ECONNREFUSED')
    return [`nothing listens there${inBrackets}`, `Start it, or correct host and port of ${setting}.`]
  if (/^(ETIMEDOUT|UND_ERR_\w*TIMEOUT|ABORT_ERR)$/.test(code))
    return [
      `it does not answer${inBrackets}`,
      `Is it running, and does a firewall let this machine reach it? Otherwise correct ${setting}.`,
    ]
  if (/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code))
    return [`there is no way to it${inBrackets}`, `Check the network, and host and port of ${setting}.`]
  if (code === 'CERT_HAS_EXPIRED')
    return ['its certificate has expired', 'Renew the certificate, and reload the server that has it.']
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [
      'its certificate is for another name',
      `Set ${setting} to the name in the certificate, or get one for this name.`,
    ]
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return [
      `its certificate is not trusted${inBrackets}`,
      'Serve the whole chain of the certificate. For an authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
    ]
  if (/^(EPROTO|ERR_SSL|ERR_TLS)/.test(code))
    return [
      `the TLS handshake fails${inBrackets}`,
      `Does this port speak TLS? Otherwise correct scheme and port of ${setting}.`,
    ]
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code))
    return [
      `it closes the connection${inBrackets}`,
      `Does another service listen there? Check scheme and port of ${setting}.`,
    ]
  const { message } = Object(causeOf(error))
  return [String(message ?? error), `Check ${setting}.`]
}

type Address = { what: string; setting: string }

/** The line of a service that cannot be reached. `what` begins the sentence. */
export function unreachable(error: unknown, { what, setting }: Address): CheckResult {
  const [reason, fix] = explain(error, setting)
  return fail(`${what}: ${reason}`, fix)
}

/** As `unreachable`, for a service without which buyers and creators notice nothing. */
export function unreachableExtra(error: unknown, { what, setting }: Address): CheckResult {
  const [reason, fix] = explain(error, setting)
  return warn(`${what}: ${reason}`, fix)
}
