import { imageModels } from '../../../src/practice/models/image-models.ts'

/** Practice's image model of one of the document's roles (§1): nothing in the live list tells which one that is. */
export function modelOf(role: string): string {
  const found = imageModels.find((model) => model.role === role)
  if (!found) throw new Error(`practice has no ${role}`)
  return found.id
}
