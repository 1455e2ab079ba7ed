/** Languages that practice's own typeface can print; others are not in its catalogue. */
export const copyLanguages = ['en', 'de', 'fr', 'es', 'it'] as const
export type CopyLanguage = (typeof copyLanguages)[number]

/** What practice says where the caller left the wording to it. */
interface Phrases {
  unnamed: string
  tagline: string
  detail: string
  details: string[]
  scene: string
  material: string
  usage: string
  steps: string[]
  brand: string
  call: string
  event: string
}

export const phrases: Record<CopyLanguage, Phrases> = {
  en: {
    unnamed: 'The everyday original',
    tagline: 'Made well, made to stay.',
    detail: 'Look closer',
    details: ['Considered down to the last edge', 'Every part has a purpose', 'Finished by hand'],
    scene: 'At home wherever you are',
    material: 'Honest material',
    usage: 'How it fits your day',
    steps: ['Take it out', 'Make it yours', 'Keep it close'],
    brand: 'A small house with high standards.',
    call: 'Discover it now',
    event: 'Come and see for yourself.',
  },
  de: {
    unnamed: 'Das Original für jeden Tag',
    tagline: 'Gut gemacht, gemacht um zu bleiben.',
    detail: 'Genauer hinsehen',
    details: ['Bis zur letzten Kante durchdacht', 'Jedes Teil hat seinen Sinn', 'Von Hand vollendet'],
    scene: 'Überall zu Hause',
    material: 'Ehrliches Material',
    usage: 'So passt es in Ihren Tag',
    steps: ['Auspacken', 'Zu Ihrem machen', 'Nah behalten'],
    brand: 'Ein kleines Haus mit hohem Anspruch.',
    call: 'Jetzt entdecken',
    event: 'Kommen und selbst sehen.',
  },
  fr: {
    unnamed: 'L’original de tous les jours',
    tagline: 'Bien fait, fait pour durer.',
    detail: 'Regardez de plus près',
    details: ['Pensé jusqu’au dernier bord', 'Chaque pièce a sa raison', 'Achevé à la main'],
    scene: 'Chez soi, partout',
    material: 'Une matière sincère',
    usage: 'À sa place dans vos journées',
    steps: ['Sortez-le', 'Adoptez-le', 'Gardez-le près de vous'],
    brand: 'Une petite maison, de grandes exigences.',
    call: 'À découvrir maintenant',
    event: 'Venez voir par vous-même.',
  },
  es: {
    unnamed: 'El original de cada día',
    tagline: 'Bien hecho, hecho para quedarse.',
    detail: 'Míralo de cerca',
    details: ['Pensado hasta el último borde', 'Cada pieza tiene su razón', 'Acabado a mano'],
    scene: 'En casa, donde estés',
    material: 'Material honesto',
    usage: 'Así encaja en tu día',
    steps: ['Sácalo', 'Hazlo tuyo', 'Tenlo cerca'],
    brand: 'Una casa pequeña con grandes exigencias.',
    call: 'Descúbrelo ahora',
    event: 'Ven a verlo.',
  },
  it: {
    unnamed: 'L’originale di ogni giorno',
    tagline: 'Fatto bene, fatto per restare.',
    detail: 'Guardalo da vicino',
    details: ['Curato fino all’ultimo bordo', 'Ogni parte ha un perché', 'Rifinito a mano'],
    scene: 'A casa, ovunque tu sia',
    material: 'Materia sincera',
    usage: 'Così entra nella tua giornata',
    steps: ['Prendilo', 'Fallo tuo', 'Tienilo vicino'],
    brand: 'Una piccola casa dalle grandi pretese.',
    call: 'Scoprilo ora',
    event: 'Vieni a vedere.',
  },
}
