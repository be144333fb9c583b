import type { Plugin } from 'esbuild'

export const startupPlugins: Array<Plugin>
