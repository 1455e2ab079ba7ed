import { imageField, inputSchema, ratios, type Skill } from './skill.ts'

/** §4.11. Listed; running it comes with the type setting of the next part. The price is for one module. */
export const productDetail: Skill = {
  id: 'product-detail',
  tool: 'product_detail_images',
  materials: [
    { field: 'productImage', label: 'Main product photo', required: true, max: 1 },
    { field: 'modelImage', label: 'Model', required: false, max: 1 },
    { field: 'logo', label: 'Logo', required: false, max: 1 },
    { field: 'extraProductImages', label: 'Other angles', required: false, max: 2 },
  ],
  pricing: { quality: { low: 6, medium: 11 } },
  maxOutputImages: 6,
  inputSchema: inputSchema(
    {
      productImage: imageField('Main product photo'),
      modules: {
        type: 'array',
        items: { type: 'string', enum: ['hero', 'detail', 'scene', 'material', 'usage', 'brand'] },
        uniqueItems: true,
        maxItems: 6,
        default: ['hero', 'detail', 'scene'],
        title: 'Modules',
      },
      customModules: {
        type: 'array',
        maxItems: 6,
        default: [],
        title: 'Own modules',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 40, title: 'Name' },
            description: { type: 'string', minLength: 1, maxLength: 500, title: 'Description' },
          },
          required: ['name', 'description'],
          additionalProperties: false,
        },
      },
      productName: { type: 'string', maxLength: 200, title: 'Product name' },
      sellingPoints: { type: 'string', maxLength: 2000, title: 'Selling points' },
      autoCopy: { type: 'boolean', default: true, title: 'Compose the copy' },
      platform: {
        type: 'string',
        enum: ['amazon', 'etsy', 'shopify', 'own-shop'],
        default: 'amazon',
        title: 'Platform',
      },
      aspectRatio: { type: 'string', enum: ratios, default: '4:5', title: 'Ratio' },
      language: {
        type: 'string',
        enum: ['auto', 'en', 'de', 'fr', 'es', 'ja', 'zh'],
        default: 'auto',
        title: 'Language',
      },
      uiLocale: { type: 'string', maxLength: 35, title: 'Locale' },
      quality: { type: 'string', enum: ['low', 'medium'], default: 'low', title: 'Quality' },
      modelImage: imageField('Model'),
      logo: imageField('Logo'),
      extraProductImages: { type: 'array', items: imageField('Other angle'), maxItems: 2, title: 'Other angles' },
      extraRequirements: { type: 'string', maxLength: 500, title: 'Further wishes' },
    },
    ['productImage'],
  ),
  synchronous: false,
  usualSeconds: [5, 9],
  plan: null,
}
