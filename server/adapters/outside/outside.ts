import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import {
  maxOutsideCallMs,
  type Outside,
  type OutsideAnswer,
  type OutsidePost,
  OutsideTimeoutError,
  RefusedAddressError,
} from '../../ports/outside.ts'
import { type Address, findInDns, findInSystem } from './find-addresses.ts'
import { isPublicAddress } from './public-address.ts'

/** The default port of https has an empty name in a URL. */
const allowedPorts = ['', '8443']
const maxAnswerBytes = 2_048

type Options = {
  /** Origins that are called although they are inside or not on https. */
  allowedOrigins: ReadonlyArray<string>
  /** All addresses of a name. Tests answer with others. */
  lookup?: (name: string) => Promise<Array<Address>>
  /** Instead of those of this machine. */
  nameServers?: ReadonlyArray<string>
  timeoutMs?: number
}

/**
 * Looks a name up once, refuses it unless every answer is public, and connects to those very addresses: another answer of
 * the DNS changes nothing.
 */
export function createOutside({
  allowedOrigins,
  lookup,
  nameServers,
  timeoutMs = maxOutsideCallMs,
}: Options): Outside {
  const isAllowed = (url: URL) => allowedOrigins.includes(url.origin)

  function parse(address: string, allowsLoopback: boolean): URL {
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol)) throw new RefusedAddressError('address', 'Not a web address')
    if (url.username || url.password)
      throw new RefusedAddressError('address', 'The address has a password in it')
    if (isAllowed(url) || (allowsLoopback && isLoopbackName(nameOf(url)))) return url
    if (url.protocol !== 'https:') throw new RefusedAddressError('not_https', 'The address is not on https')
    if (!allowedPorts.includes(url.port))
      throw new RefusedAddressError('port', `Port ${url.port} is not called`)
    const name = nameOf(url)
    if (isIP(name) && !isPublicAddress(name)) throw inside(name)
    return url
  }

  function lookUp(url: URL, signal: AbortSignal): Promise<Array<Address>> {
    const name = nameOf(url)
    if (lookup) return lookup(name)
    // The names that an operator gives may be in /etc/hosts. Those that others give may have a name server that is silent.
    if (isAllowed(url) || isLoopbackName(name)) return findInSystem(name)
    return findInDns(name, { signal, servers: nameServers })
  }

  async function findAddresses(url: URL, allowsLoopback: boolean, signal: AbortSignal) {
    const name = nameOf(url)
    const addresses = await lookUp(url, signal)
    if (addresses.length === 0) throw new Error(`${name} has no address`)
    const mayCall = ({ address }: Address) =>
      isPublicAddress(address) || (allowsLoopback && isLoopbackName(name) && isLoopbackName(address))
    if (!isAllowed(url) && !addresses.every(mayCall)) throw inside(name)
    return addresses
  }

  /** A look-up by the system can't be canceled. */
  function findInTime(url: URL, allowsLoopback: boolean, signal: AbortSignal) {
    const timedOut = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(tooLong(url))),
    )
    return Promise.race([findAddresses(url, allowsLoopback, signal), timedOut])
  }

  return {
    check: (address, { allowsLoopback = false } = {}) => void parse(address, allowsLoopback),
    async find(address, { allowsLoopback = false } = {}) {
      await findInTime(parse(address, allowsLoopback), allowsLoopback, AbortSignal.timeout(timeoutMs))
    },
    async post(address, { allowsLoopback = false, timeoutMs: ms = timeoutMs, ...post }) {
      const url = parse(address, allowsLoopback)
      const signal = AbortSignal.timeout(ms)
      const addresses = await findInTime(url, allowsLoopback, signal)
      return send(url, addresses, { ...post, signal }).catch((error: unknown) => {
        throw signal.aborted ? tooLong(url) : error
      })
    },
  }
}

function tooLong(url: URL): OutsideTimeoutError {
  return new OutsideTimeoutError(`${nameOf(url)} took too long to answer`)
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

function inside(name: string): RefusedAddressError {
  return new RefusedAddressError('inside', `${name} is an address inside the network`)
}

/** The host without the brackets of an IPv6 address. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

type Call = Pick<OutsidePost, 'headers' | 'body'> & { signal: AbortSignal }

/** On a connection of its own. Its certificate is checked against the name. */
function send(url: URL, addresses: Array<Address>, { headers, body, signal }: Call): Promise<OutsideAnswer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // A switch to another protocol closes the connection without an error.
    const rejectUnanswered = () => reject(new Error(`${nameOf(url)} closed the connection without an answer`))
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      agent: false,
      lookup: answering(addresses),
      signal,
    })
    outgoing
      .on('error', reject)
      .on('close', rejectUnanswered)
      .on('response', (response) => {
        // The status is known, so what happens later is no failure.
        outgoing
          .off('error', reject)
          .off('close', rejectUnanswered)
          .on('error', () => undefined)
        const { statusCode: status = 0, headers: answered } = response
        const retryAfter = answered['retry-after']
        readStart(response).then((text) =>
          resolve({ status, text, ...(retryAfter !== undefined && { retryAfter }) }),
        )
      })
      .end(body)
  })
}

/** Not asked for a name that is an IP address already. */
function answering(addresses: Array<Address>): LookupFunction {
  const [first] = addresses
  return (_name, { all }, done) =>
    all ? done(null, addresses) : done(null, first?.address ?? '', first?.family)
}

/** The first bytes of a body. What is cut off, or breaks off, does not change the status. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Array<Buffer> = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxAnswerBytes) break
    }
  } catch {
    // The status is known.
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8')
}
