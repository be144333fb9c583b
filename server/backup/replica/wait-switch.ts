import type pg from 'pg'
import { slotName } from './wal-stream.ts'

/** How far the place may be behind before commits go on without it, and below which they wait again, in milliseconds. */
export const maxWaitMs = 5_000
const resumeBelowMs = 2_000

type Client = Pick<pg.ClientBase, 'query'>

export type WaitSwitch = {
  /** Whether commits of money wait for the place. */
  isOn(): boolean
  /** Turns waiting on or off by how far the place is behind. */
  update(state: { isStreaming: boolean; lagMs: number }): Promise<void>
}

/** Lets commits that wait for a copy (the trigger `wait_for_replica`) wait while the place keeps up, and only then. */
export async function createWaitSwitch(
  client: Client,
  { isWanted }: { isWanted: boolean },
): Promise<WaitSwitch> {
  let isOn = (await currentStandby(client)) !== ''
  return {
    isOn: () => isOn,
    async update({ isStreaming, lagMs }) {
      const shouldBeOn = isWanted && isStreaming && lagMs < (isOn ? maxWaitMs : resumeBelowMs)
      if (shouldBeOn === isOn) return
      // A stream that is just away may be back within the time.
      if (isOn && isWanted && lagMs < maxWaitMs) return
      await setStandby(client, shouldBeOn ? slotName : '')
      isOn = shouldBeOn
    },
  }
}

/** Releases commits that wait, and lets none wait. */
export async function stopWaiting(client: Client): Promise<void> {
  if ((await currentStandby(client)) !== '') await setStandby(client, '')
}

async function currentStandby(client: Client): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select setting as names from pg_settings where name = 'synchronous_standby_names'`,
  )
  return rows[0]?.names ?? ''
}

async function setStandby(client: Client, names: string): Promise<void> {
  await client.query(`alter system set synchronous_standby_names = '${names}'`)
  await client.query('select pg_reload_conf()')
}
