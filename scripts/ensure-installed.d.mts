type Packages = Record<string, { version?: string; dev?: boolean; link?: boolean; optional?: boolean }>

export function isInstalled(scope: string, packages: { locked: Packages; installed: Packages }): boolean
