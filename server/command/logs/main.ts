import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runCommand } from '../../adapters/run-command.ts'
import { readUnits } from '../units.ts'

const defaultLines = '200'

/** Shows the log that systemd keeps of every process. Returns the exit code of journalctl. */
async function main(args: Array<string>): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      follow: { type: 'boolean', short: 'f' },
      since: { type: 'string' },
      lines: { type: 'string', short: 'n' },
    },
  })
  if (readUnits() === undefined)
    throw new Error(
      'systemd does not run it here. The log goes where the output of the server goes: to the terminal of npm start, or to docker logs.',
    )
  const range = values.since ? ['--since', values.since] : ['--lines', values.lines ?? defaultLines]
  const options = [...range, ...(values.since && values.lines ? ['--lines', values.lines] : [])]
  const units = ['--unit=tipdrop@*', '--unit=tipdrop-migrate.service']
  const output = ['--output=short-iso', '--no-hostname', ...(values.follow ? ['--follow'] : [])]
  const child = spawn('journalctl', [...units, ...output, ...options], { stdio: 'inherit' })
  // In a terminal Ctrl+C reaches it too, and it ends by itself.
  process.on('SIGINT', () => undefined)
  return new Promise((done, failed) => {
    child.on('error', () => failed(new Error('journalctl is not on this machine.')))
    child.on('exit', (code) => done(code ?? 0))
  })
}

runCommand(main)
