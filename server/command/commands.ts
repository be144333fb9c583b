/** A program of the release. */
type Command = {
  /** What it does, in the list of commands. */
  does: string
  /** `data`: as the user of the data when root starts it. `caller`: as whoever started it. */
  runsAs: 'data' | 'caller'
  load(): Promise<unknown>
}

/** Every command by its name, in the order of the list. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'server',
    { does: 'runs the server; systemd does this', runsAs: 'data', load: () => import('../main.ts') },
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
])
