import { z } from 'zod'

/**
 * `keep`: there, wholly · `erase`: not there · `reset`: as it came. What a stroke does is in `veil.ts`.
 */
export const touchUpModes = ['keep', 'erase', 'reset'] as const
export type TouchUpMode = (typeof touchUpModes)[number]

/** Radius of a brush, in the picture's pixels. */
export const brushRadii = { least: 0.5, most: 2000 } as const
export const mostStrokes = 2000
/** Of one stroke, and of all strokes together: hours of drawing. */
export const mostStrokePoints = 10_000
export const mostPoints = 100_000

/** Far beyond any picture that can be decoded: a stroke may begin and end outside. */
const place = z.number().min(-100_000).max(200_000)

export const touchUpStroke = z
  .object({
    mode: z.enum(touchUpModes),
    radius: z.number().min(brushRadii.least).max(brushRadii.most),
    /** 1: an even disc with a smooth rim; 0: it fades from its middle. */
    hardness: z.number().min(0).max(1),
    /** x and y by turns, in the picture's pixels, from its upper left corner. */
    points: z
      .array(place)
      .min(2)
      .max(2 * mostStrokePoints, { abort: true })
      .refine((points) => points.length % 2 === 0, 'x without y'),
  })
  .strict()
export type TouchUpStroke = z.infer<typeof touchUpStroke>

export const touchUpStrokes = z
  .array(touchUpStroke)
  .max(mostStrokes, { abort: true })
  .refine((strokes) => strokes.reduce((sum, { points }) => sum + points.length, 0) <= 2 * mostPoints, 'too much drawn')
