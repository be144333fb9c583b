type Options = { everyMs?: number; print?: (line: string) => void }

export function phase<T>(title: string, work: () => Promise<T>, options?: Options): Promise<T>
