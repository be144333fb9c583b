import type { Plugin } from 'esbuild'

export const fasterStart: Array<Plugin>
