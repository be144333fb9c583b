import { productName } from '../../contract/site.ts'
import { installedSettingsFile } from '../config/command-line.ts'
import { productVersion } from '../product-version.ts'

/** A program of the release. */
type Command = {
  /** What it does, in the list of commands. */
  does: string
  /**
   * `data`: as the user of the data when root starts it. `caller`: as whoever started it. `bare`: the same, and without
   * settings.
   */
  runsAs: 'data' | 'caller' | 'bare'
  /** Makes the folder of the data when it is missing. Others would make it on the disk below one that is not mounted. */
  makesFolder?: true
  load(): Promise<unknown>
}

/** Every command by its name, in the order of the list. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'server',
    { does: 'runs the server; systemd does this', runsAs: 'data', load: () => import('../main.ts') },
  ],
  [
    'status',
    {
      does: 'says what runs, and what to do next',
      runsAs: 'data',
      load: () => import('./status/main.ts'),
    },
  ],
  [
    'logs',
    {
      does: 'shows the log; -f follows it, --since "1 hour ago"',
      runsAs: 'caller',
      load: () => import('./logs/main.ts'),
    },
  ],
  [
    'doctor',
    {
      does: 'tests what the settings name, and says what to do',
      runsAs: 'data',
      load: () => import('../doctor/main.ts'),
    },
  ],
  [
    'backup',
    {
      does: 'makes or checks a backup',
      runsAs: 'data',
      load: () => import('../backup/main.ts'),
    },
  ],
  [
    'restore',
    {
      does: 'restores a backup into an empty instance',
      runsAs: 'data',
      makesFolder: true,
      load: () => import('../backup/restore-main.ts'),
    },
  ],
  [
    'rehearse',
    {
      does: 'restores the newest backup, verifies it and deletes the copy',
      runsAs: 'data',
      load: () => import('../backup/rehearse-main.ts'),
    },
  ],
  [
    'verify',
    {
      does: 'recomputes the books, reads every file, or checks a statement',
      runsAs: 'data',
      load: () => import('../verify/main.ts'),
    },
  ],
  [
    'staff',
    {
      does: 'lists who may open the admin pages, and helps them back in',
      runsAs: 'data',
      load: () => import('../staff/main.ts'),
    },
  ],
  [
    'move',
    {
      does: 'moves the database or the files to another place',
      runsAs: 'data',
      load: () => import('../backup/move-main.ts'),
    },
  ],
  [
    'mail',
    {
      does: 'shows the emails that were written to files, because no mail server is set',
      runsAs: 'data',
      load: () => import('./channels/mail-main.ts'),
    },
  ],
  [
    'test-email',
    {
      does: 'sends a test email, and says what the mail server answered',
      runsAs: 'data',
      load: () => import('./channels/test-email-main.ts'),
    },
  ],
  [
    'test-alert',
    {
      does: 'tells a test alert by email and webhook',
      runsAs: 'data',
      load: () => import('./channels/test-alert-main.ts'),
    },
  ],
  [
    'install',
    {
      does: 'installs this release for systemd, or upgrades to it',
      runsAs: 'bare',
      load: () => import('./install/main.ts'),
    },
  ],
  [
    'version',
    {
      does: 'says which version this is',
      runsAs: 'bare',
      load: async () => console.log(productVersion()),
    },
  ],
  ['help', { does: 'shows this list', runsAs: 'bare', load: async () => console.log(helpText()) }],
])

/** How the command is used, with the list of commands. */
export function helpText(): string {
  const names = [...commands]
  const width = Math.max(...names.map(([name]) => name.length)) + 2
  return `tipdrop [--settings FILE] COMMAND

${names.map(([name, { does }]) => `  ${name.padEnd(width)}${does}`).join('\n')}

${productName} reads its settings from FILE, else from ${installedSettingsFile} if it exists.
A variable of the environment wins over the file. As root, a command runs as the user of the data.`
}
