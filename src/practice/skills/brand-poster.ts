import { imageField, inputSchema, ratios, type Skill } from './skill.ts'

/** §4.12. Listed; running it comes with the type setting of the next part. */
export const brandPoster: Skill = {
  id: 'brand-poster',
  tool: 'marketing_poster',
  materials: [
    { field: 'logo', label: 'Logo', required: false, max: 1 },
    { field: 'styleImage', label: 'Style reference', required: false, max: 1 },
    { field: 'productImages', label: 'Product images', required: false, max: 3 },
  ],
  pricing: { quality: { low: 7, medium: 12 } },
  maxOutputImages: 1,
  inputSchema: inputSchema(
    {
      brand: { type: 'string', minLength: 1, maxLength: 60, title: 'Brand, event or topic' },
      content: { type: 'string', maxLength: 500, title: 'Copy' },
      autoCopy: { type: 'boolean', default: true, title: 'Compose the copy' },
      extraNotes: { type: 'string', maxLength: 500, title: 'Facts and layout wishes' },
      ratio: { type: 'string', enum: ratios, default: '4:5', title: 'Ratio' },
      language: {
        type: 'string',
        enum: ['auto', 'en', 'de', 'fr', 'es', 'ja', 'zh'],
        default: 'auto',
        title: 'Language',
      },
      uiLocale: { type: 'string', maxLength: 35, title: 'Locale' },
      quality: { type: 'string', enum: ['low', 'medium'], default: 'low', title: 'Quality' },
      logo: imageField('Logo'),
      styleImage: imageField('Style reference'),
      productImages: { type: 'array', items: imageField('Product image'), maxItems: 3, title: 'Product images' },
      styleId: { type: 'string', enum: ['swiss', 'riso', 'deco', 'brutal', 'botanical'], title: 'Style' },
      customStyle: { type: 'string', maxLength: 200, title: 'Own style' },
    },
    ['brand'],
  ),
  synchronous: false,
  usualSeconds: [5, 9],
  plan: null,
}
