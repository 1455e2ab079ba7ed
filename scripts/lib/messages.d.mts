export function readMessages(renderer: string): { sources: number; texts: string[]; problems: string[] }
