/** What the proof uses of Little CMS 2.16, compiled to WebAssembly. Handles are addresses; 0 is none. */
declare module 'lcms-wasm' {
  type Samples = Uint8Array | Uint16Array | Float32Array
  export interface Lcms {
    cmsOpenProfileFromMem(icc: Uint8Array, sizeBytes: number): number
    cmsCloseProfile(profile: number): void
    cmsCreate_sRGBProfile(): number
    cmsCreateLab4Profile(): number
    cmsCreateTransform(
      from: number,
      fromFormat: number,
      to: number,
      toFormat: number,
      intent: number,
      flags: number,
    ): number
    cmsDeleteTransform(transform: number): void
    cmsDoTransform<T extends Samples>(transform: number, samples: Samples, pixels: number): T
  }
  export function instantiate(): Promise<Lcms>
}
