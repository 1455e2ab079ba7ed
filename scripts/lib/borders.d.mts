export function checkBorders(root: string): { sources: number; problems: string[]; warnings: string[] }
