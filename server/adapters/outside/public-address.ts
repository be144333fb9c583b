import { BlockList, isIP } from 'node:net'

/** What IANA lists as special among IPv4 addresses, with what clouds serve there. */
const specialIpv4: ReadonlyArray<[network: string, bits: number]> = [
  ['0.0.0.0', 8],
  // Private.
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Shared by a provider's customers, and the metadata of Alibaba Cloud.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, and the metadata of most clouds.
  ['169.254.0.0', 16],
  // The protocols of the IETF, and the old metadata of Oracle Cloud.
  ['192.0.0.0', 24],
  // Documentation and benchmarks.
  ['192.0.2.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Relays from IPv6 to IPv4.
  ['192.88.99.0', 24],
  // Looks public, and is a service of Azure for its own machines.
  ['168.63.129.16', 32],
  // Multicast, reserved, and broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Within the global IPv6 addresses. */
const specialIpv6: ReadonlyArray<[network: string, bits: number]> = [
  // The protocols of the IETF, among them Teredo, which has an IPv4 address inside.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which has an IPv4 address inside.
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, bits] of specialIpv4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of specialIpv6) special.addSubnet(network, bits, 'ipv6')

/** All that are given out. Mapped, translated, private, link-local and multicast ones are outside of it. */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  // One with a zone belongs to a link.
  if (family === 6 && !address.includes('%'))
    return globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
  return false
}
