/** A program of the release. */
type Command = {
  /** What it does, in the list of commands. */
  does: string
  /**
   * `data`: as the user of the data when root starts it. `caller`: as whoever started it. `root`: the same, and without
   * settings, which it makes.
   */
  runsAs: 'data' | 'caller' | 'root'
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
      runsAs: 'root',
      load: () => import('./install/main.ts'),
    },
  ],
])
