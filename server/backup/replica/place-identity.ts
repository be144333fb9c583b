import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { writeFileAtomically } from '../../adapters/atomic-write.ts'
import type { ReplicaPlace } from './replica-place.ts'

const marker = 'replica.json'

const Identity = z.object({ format: z.literal('tipdrop-replica'), id: z.uuid() })

/** Whether a place has a replica. */
export async function isReplica(place: ReplicaPlace): Promise<boolean> {
  return (await readMarker(place)) !== undefined
}

/** Whose replica a place has. Writes nothing. */
export async function ownerOf(place: ReplicaPlace, dataDir: string): Promise<'nobody' | 'us' | 'another'> {
  const placed = await readMarker(place)
  if (!placed) return 'nobody'
  const own = await readFile(join(dataDir, marker), 'utf8').then(
    (text) => Identity.safeParse(JSON.parse(text)).data?.id,
    () => undefined,
  )
  return placed === own ? 'us' : 'another'
}

/** What to tell the operator of a place that has another's replica. */
export function anothersReplica(place: ReplicaPlace): string {
  return `${place.name} has the replica of another instance, or of this one before it was restored. Set REPLICATE_TO to an empty folder or prefix.`
}

/**
 * Makes the place ours. A place belongs to one data folder: what two of them, or one before and one after a restore, write
 * would not fit together. Returns whether its replica begins now. Throws Error with a message for the operator when the
 * place is another's.
 */
export async function claimPlace(place: ReplicaPlace, dataDir: string): Promise<'new' | 'known'> {
  const path = join(dataDir, marker)
  const owner = await ownerOf(place, dataDir)
  if (owner === 'us') return 'known'
  if (owner === 'another') throw new Error(anothersReplica(place))
  const identity = JSON.stringify({ format: 'tipdrop-replica', id: randomUUID() })
  await rm(path, { force: true })
  await writeFileAtomically(path, identity)
  await place.put(marker, Buffer.from(identity))
  return 'new'
}

async function readMarker(place: ReplicaPlace): Promise<string | undefined> {
  const bytes = await place.open(marker)
  return bytes && Identity.parse(JSON.parse((await buffer(bytes)).toString())).id
}
