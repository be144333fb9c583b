import { BlockList, connect, isIPv6, type Socket } from 'node:net'

/** The mail server has a public address, which is the message. */
export class PublicMailServerError extends Error {
  override name = 'PublicMailServerError'
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits)
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')

/** True for an address of this machine or of a network that is not part of the internet. */
export function isPrivateAddress(address: string): boolean {
  return privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Connects to a mail server of a private network. The address that was connected to decides, because a name may lead
 * anywhere. Rejects with PublicMailServerError before a byte is sent to any other.
 */
export function connectPrivately(
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
  isAllowed = isPrivateAddress,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: timeoutMs })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once('timeout', () => fail(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' })))
    socket.once('connect', () => {
      const address = socket.remoteAddress ?? ''
      if (!isAllowed(address)) return fail(new PublicMailServerError(address))
      socket.removeAllListeners().setTimeout(0)
      resolve(socket)
    })
  })
}
