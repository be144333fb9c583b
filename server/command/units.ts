import { spawnSync } from 'node:child_process'

/** A unit of the service, as systemd knows it. `state` is `active`, `failed`, `inactive` and so on. */
export type Unit = { name: string; port: number; state: string; result: string; since: string }

/** The processes of this machine's instance under systemd; undefined where systemd does not run it. */
export function readUnits(): Array<Unit> | undefined {
  const listed = systemctl('list-units', '--all', '--plain', '--no-legend', 'tipdrop@*')
  const enabled = systemctl('list-unit-files', '--no-legend', 'tipdrop@*')
  if (listed === undefined || (!listed.trim() && !enabled?.trim())) return undefined
  const names = [...new Set(listed.match(/tipdrop@\d+\.service/g) ?? [])]
  return names.toSorted().map((name) => {
    const shown =
      systemctl('show', name, '--property=ActiveState,Result,ActiveEnterTimestamp,InactiveEnterTimestamp') ??
      ''
    const values = new Map(shown.split('\n').map((line) => line.split(/=(.*)/s) as [string, string]))
    const state = values.get('ActiveState') ?? 'unknown'
    const since = values.get(state === 'active' ? 'ActiveEnterTimestamp' : 'InactiveEnterTimestamp') ?? ''
    return { name, port: Number(/\d+/.exec(name)?.[0]), state, result: values.get('Result') ?? '', since }
  })
}

function systemctl(...args: Array<string>): string | undefined {
  const { status, stdout, error } = spawnSync('systemctl', args, { encoding: 'utf8' })
  return error || status !== 0 ? undefined : stdout
}
