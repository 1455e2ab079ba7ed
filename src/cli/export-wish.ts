import { type ExportPicture, type ExportSize, exportPicture, usualExportPicture } from '../domain/export/choice.ts'
import { pictureFor, startingPoints } from '../domain/export/starting-points.ts'
import { type ExportPreset, type ExportWish, presetNamed } from '../domain/export/wish.ts'
import { unknownExportWords, usualExportTemplate } from '../domain/naming/export-name.ts'
import { type Arguments, pictureOptionNames, UsageError } from './arguments.ts'

type Values = Arguments['values']

const usual: ExportWish = { template: usualExportTemplate, sidecar: false, mark: true, picture: null }

/** What the options of “export” come to, on top of the preset that they name. @throws UsageError */
export function readExportWish(values: Values, presets: readonly ExportPreset[]): ExportWish {
  const base = values.preset === undefined ? usual : presetOf(values.preset, presets)
  const template = values.name ?? base.template
  const [unknown] = unknownExportWords(template)
  if (template.trim() === '' || unknown !== undefined)
    throw new UsageError(`--name takes a template such as {title}-{number}; ${unknown ?? 'an empty one'} is none.`)
  return { ...base, template, picture: pictureOf(values, base.picture) }
}

function presetOf(name: string, presets: readonly ExportPreset[]): ExportWish {
  const own = presetNamed(presets, name)
  if (own) return own.wish
  const point = startingPoints.find((each) => each === name.toLowerCase())
  if (point) return { ...usual, picture: pictureFor[point] }
  const names = [...presets.map((each) => each.name), ...startingPoints]
  throw new UsageError(`There is no preset “${name}”. There are: ${names.join(', ')}.`)
}

/** Null: every file is copied as it is. */
function pictureOf(values: Values, base: ExportPicture | null): ExportPicture | null {
  const given = pictureOptionNames.filter((name) => values[name] !== undefined)
  if (given.length === 0) return base
  if (base === null && values.format === undefined)
    throw new UsageError(`--${given[0]} needs --format png, jpeg, webp, avif or tiff, or a --preset.`)
  if (values.padding !== undefined && !(values.trim ?? base?.trim)) throw new UsageError('--padding goes with --trim.')
  const start = base ?? usualExportPicture
  return {
    format: read('format', values.format, start.format, exportPicture.shape.format, 'png, jpeg, webp, avif or tiff'),
    quality: read('quality', figure(values.quality), start.quality, exportPicture.shape.quality, '1 to 100'),
    size: sizeOf(values, start.size),
    scales: read(
      'scale',
      values.scale?.split(',').map(Number),
      start.scales,
      exportPicture.shape.scales,
      'one or more of 0.5, 1, 1.5, 2, 3 and 4, with commas between them',
    ),
    trim: values.trim ?? start.trim,
    padding: read('padding', figure(values.padding), start.padding, exportPicture.shape.padding, '0 to 2000 pixels'),
    background: read(
      'background',
      values.background === undefined ? undefined : colourOf(values.background),
      start.background,
      exportPicture.shape.background,
      'a color such as #fff or #e5e5e5, or none',
    ),
    profile: read('profile', values.profile, start.profile, exportPicture.shape.profile, 'srgb or original'),
  }
}

function sizeOf(values: Values, start: ExportSize): ExportSize {
  const ways = [values['long-edge'], values.percent, values.width ?? values.height]
  if (ways.filter((way) => way !== undefined).length > 1)
    throw new UsageError('Give one size: --long-edge, --percent, or --width and --height.')
  const shape = exportPicture.shape.size
  if (values['long-edge'] !== undefined)
    return read('long-edge', { by: 'longEdge', pixels: figure(values['long-edge']) }, start, shape, '1 to 65535 pixels')
  if (values.percent !== undefined)
    return read('percent', { by: 'percent', percent: figure(values.percent) }, start, shape, '1 to 100')
  if (values.width === undefined && values.height === undefined) return start
  const fit = { by: 'fit', width: figure(values.width) ?? null, height: figure(values.height) ?? null }
  return read(values.width === undefined ? 'height' : 'width', fit, start, shape, '1 to 65535 pixels')
}

interface Shape<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

function read<T>(option: string, given: unknown, otherwise: T, shape: Shape<T>, takes: string): T {
  if (given === undefined) return otherwise
  const parsed = shape.safeParse(given)
  if (!parsed.success) throw new UsageError(`--${option} takes ${takes}.`)
  return parsed.data
}

/** What is no figure is refused by the shape that it is held to. */
const figure = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN

function colourOf(text: string): string | null {
  if (text === 'none') return null
  const hex = text.toLowerCase()
  return /^#[0-9a-f]{3}$/.test(hex) ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
}
