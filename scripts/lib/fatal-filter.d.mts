export class FatalFilter {
  isFatal: boolean
  constructor(sentence: string)
  take(line: string): string | null
}
