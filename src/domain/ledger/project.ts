import { z } from 'zod'
import { isProjectName, mostTypedCharacters, tidyProjectName } from './project-name.ts'

export const projectName = z
  .string()
  // Without the end all that follows is done to a text of any length.
  .max(mostTypedCharacters, { abort: true })
  .overwrite(tidyProjectName)
  .refine(isProjectName)
