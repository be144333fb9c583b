import type { FreeSpace } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'

const MiB = 1024 ** 2
const maxAgeMs = 1_000

/** `full`: uploads are refused. `low`: they soon will be. */
export type SpaceState = 'ok' | 'low' | 'full'

/** Bytes that uploads leave free, so that a database on the same disk can continue to write. */
export function reserveOf(configured: number | undefined, totalBytes: number): number {
  return configured ?? Math.min(2048 * MiB, Math.max(256 * MiB, Math.floor(totalBytes / 20)))
}

export type SpaceMeter = {
  /** The last reading with the reserve, at most a second old; undefined for a store without a size. */
  read(): Promise<(FreeSpace & { reserveBytes: number; state: SpaceState }) | undefined>
}

export function spaceMeter({
  fileStore,
  config,
  clock,
}: Pick<Ports, 'fileStore' | 'config' | 'clock'>): SpaceMeter {
  let last: { at: number; reading: ReturnType<SpaceMeter['read']> } | undefined

  async function readNow() {
    const space = await fileStore.freeSpace?.()
    if (!space) return undefined
    const reserveBytes = reserveOf(config.freeSpaceReserveBytes, space.totalBytes)
    return { ...space, reserveBytes, state: stateOf(space.freeBytes, reserveBytes) }
  }

  return {
    read() {
      const at = clock.now().getTime()
      if (last && at - last.at < maxAgeMs && at >= last.at) return last.reading
      last = { at, reading: readNow() }
      return last.reading
    },
  }
}

function stateOf(freeBytes: number, reserveBytes: number): SpaceState {
  if (freeBytes < reserveBytes) return 'full'
  return freeBytes < 2 * reserveBytes ? 'low' : 'ok'
}
