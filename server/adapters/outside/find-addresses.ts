import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

export type Address = { address: string; family: number }

/**
 * As the system does, so names in `/etc/hosts` are found too. It occupies a thread of the process until it ends, so it is
 * only asked for names of the operator.
 */
export function findInSystem(name: string): Promise<Array<Address>> {
  return lookup(name, { all: true })
}

type Options = { signal: AbortSignal; servers?: ReadonlyArray<string> | undefined }

/**
 * Asks the name servers of this machine, or `servers`, for the IPv4 and the IPv6 addresses of a name. However long they
 * take, nothing else waits for them. Throws when there is no address.
 */
export async function findInDns(name: string, { signal, servers }: Options): Promise<Array<Address>> {
  if (isIP(name)) return [{ address: name, family: isIP(name) }]
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  signal.removeEventListener('abort', cancel)
  const found = [...addressesOf(v4, 4), ...addressesOf(v6, 6)]
  // A name with addresses of one family answers with an error for the other one.
  if (found.length === 0) throw new Error(`${name} has no address`, { cause: Object(v4).reason })
  return found
}

function addressesOf(answer: PromiseSettledResult<Array<string>>, family: number): Array<Address> {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}
