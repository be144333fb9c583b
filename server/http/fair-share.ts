import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { networkOf } from './throttle.ts'

export type FairShare = {
  /** Requests of one address that are worked on at the same time; more wait for their turn. */
  maxActivePerAddress?: number
  /** A request that takes longer (an upload, a download, an event stream) gives its turn to the next one of its address. */
  turnMs?: number
  /** Addresses that speak for many and are not limited. */
  isExempt: (address: string) => boolean
}

type Lane = { active: number; waiting: Array<() => void> }

/** Lets visitors at other addresses through while one address floods the server: its requests wait for each other. */
export function shareFairly(
  server: Server,
  { maxActivePerAddress = 4, turnMs = 100, isExempt }: FairShare,
): void {
  const lanes = new Map<string, Lane>()
  const listeners = server.listeners('request')
  server.removeAllListeners('request')

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const handle = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    const address = request.socket.remoteAddress ?? ''
    if (isExempt(address)) return handle()
    const network = networkOf(address)
    const lane = lanes.get(network) ?? { active: 0, waiting: [] }
    lanes.set(network, lane)

    const run = () => {
      if (response.destroyed || request.destroyed) return next()
      lane.active += 1
      const leave = once(() => {
        clearTimeout(timer)
        lane.active -= 1
        next()
      })
      const timer = setTimeout(leave, turnMs)
      response.once('close', leave)
      // The event loop accepts one connection in each turn. Two turns for each request of a flood bring its connections in faster
      // than it is answered, so that a new visitor's connection does not stand behind them.
      setImmediate(() => setImmediate(handle))
    }
    const next = () => {
      lane.waiting.shift()?.()
      if (lane.active === 0 && lane.waiting.length === 0) lanes.delete(network)
    }
    if (lane.active < maxActivePerAddress) run()
    else lane.waiting.push(run)
  })
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
